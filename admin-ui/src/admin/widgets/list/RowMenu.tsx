import { useTranslate } from 'react-admin'
import { type Act, ActsMenu } from './ActsMenu'

interface RowMenuProps {
  /** What the row is called. */
  name: string
  acts: Act[]
}

/** What can be done with a row, behind one button. */
export function RowMenu({ name, acts }: RowMenuProps) {
  const translate = useTranslate()
  return (
    // A row around it may be selected by a press; what is pressed here, or in a dialog of it, is not the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, the press only ends here
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows are selected by a button, not by this
    <span onClick={(event) => event.stopPropagation()}>
      <ActsMenu label={translate('cardea.list.acts', { name })} acts={acts}>
        <Dots />
      </ActsMenu>
    </span>
  )
}

/** Three dots. Drawn here: an icon of Material's is four components deep, and every row has one. */
function Dots() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M12 5h0M12 12h0M12 19h0"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  )
}
