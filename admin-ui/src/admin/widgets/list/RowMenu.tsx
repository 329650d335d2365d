import MoreVert from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { useMayEdit } from '../access/useMayEdit'

/** Something that can be done with a row. */
export interface RowAct {
  key: string
  label: string
  danger?: boolean
  act(): void
}

/** What can be done with a row, behind one button; nothing, for who may only look. */
export function RowMenu({ label, acts }: { label: string; acts: RowAct[] }) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // Nobody opens the menus of most rows. One that was open stays, to be drawn while it closes.
  const [used, setUsed] = useState(false)
  if (!useMayEdit()) return null
  return (
    <>
      <IconButton
        size="small"
        id={`${id}button`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? `${id}menu` : undefined}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setUsed(true)
        }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {used && (
        <Menu
          id={`${id}menu`}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          slotProps={{ list: { 'aria-labelledby': `${id}button` } }}
        >
          {acts.map(({ key, label: name, danger, act }) => (
            <MenuItem
              key={key}
              sx={danger ? { color: 'error.main' } : undefined}
              onClick={() => {
                setAnchor(null)
                act()
              }}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
