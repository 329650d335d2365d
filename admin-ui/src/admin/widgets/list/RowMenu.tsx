import MoreVert from '@mui/icons-material/MoreVert'
import { useMayEdit } from '../access/useMayEdit'
import { type Act, ActsMenu } from './ActsMenu'

/** Something that can be done with a row. What takes something away asks first, and is red there. */
export type RowAct = Act

/** What can be done with a row, behind one button; nothing, for who may only look. */
export function RowMenu({ label, acts }: { label: string; acts: RowAct[] }) {
  if (!useMayEdit() || acts.length === 0) return null
  return (
    <ActsMenu label={label} acts={acts}>
      <MoreVert fontSize="small" />
    </ActsMenu>
  )
}
