import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { useMayEdit } from '../access/useMayEdit'
import styles from './ActsMenu.module.css'
import { type Shown, useDialog } from './useDialog'

/** Something that can be done: at once, or in a dialog. What takes something away asks there, in red. */
export type Act = {
  key: string
  label: string
  /** Given for what is on or off. */
  checked?: boolean
  /** It changes nothing: open to who may only look, too. */
  looking?: boolean
} & ({ act(): void } | { dialog: Shown })

interface ActsMenuProps {
  label: string
  acts: Act[]
  /** What its button shows. */
  children: ReactNode
  /** It stays open while things are switched on and off. */
  stays?: boolean
  button?: Ref<HTMLButtonElement>
}

/** What can be done, behind one button; no button where the reader may do nothing of it. */
export function ActsMenu({ label, acts, children, stays = false, button }: ActsMenuProps) {
  const id = useId()
  const mayEdit = useMayEdit()
  const { open, dialog } = useDialog()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // Nobody opens the menus of most rows. One that was open stays, to be drawn while it closes.
  const [used, setUsed] = useState(false)
  const offered = acts.filter(({ looking }) => mayEdit || looking)
  if (offered.length === 0) return dialog
  return (
    <>
      <button
        {...(button ? { ref: button } : {})}
        type="button"
        className={styles.button}
        id={`${id}button`}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? `${id}menu` : undefined}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setUsed(true)
        }}
      >
        {children}
      </button>
      {used && (
        <Menu
          id={`${id}menu`}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          slotProps={{ list: { 'aria-labelledby': `${id}button` } }}
        >
          {offered.map(({ key, label: name, checked, ...does }) => (
            <MenuItem
              key={key}
              {...(checked === undefined
                ? {}
                : { role: 'menuitemcheckbox', 'aria-checked': checked })}
              onClick={() => {
                if (!stays) setAnchor(null)
                if ('act' in does) does.act()
                else open(does.dialog)
              }}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
      {dialog}
    </>
  )
}
