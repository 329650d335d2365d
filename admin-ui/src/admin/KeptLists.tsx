import { Activity, type ComponentType, type ContextType, useContext, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom'

/** So many lists stay as they were left, the one that is shown among them. */
const KEPT = 4

/** What would come back with a list that is left while it is open. */
const OPEN = '.MuiModal-root, dialog[open]'

interface KeptList {
  path: string
  /** Where its reader is, or was when they left. */
  at: ContextType<typeof LocationContext>
}

interface KeptListsProps {
  /** That of the list that is shown; none where something else is. */
  path: string | undefined
  List: ComponentType<{ path: string }>
}

/**
 * The list that is shown, and those that were left last: whoever comes back sees one at once, and it is asked for again
 * behind what they see. A list that nobody sees asks for nothing, and does not hear of the addresses of others.
 */
export function KeptLists({ path, List }: KeptListsProps) {
  const at = useContext(LocationContext)
  const [shown, setShown] = useState<string>()
  const [lists, setLists] = useState<readonly KeptList[]>([])
  if (shown !== path || (path && lists[0]?.at !== at)) {
    const gone = shown !== path && document.querySelector(OPEN) ? shown : undefined
    const others = lists.filter((list) => list.path !== path && list.path !== gone)
    setShown(path)
    setLists([...(path ? [{ path, at }] : []), ...others].slice(0, KEPT))
  }
  return lists.map((list) => (
    <Activity key={list.path} mode={list.path === path ? 'visible' : 'hidden'}>
      <LocationContext value={list.at}>
        <List path={list.path} />
      </LocationContext>
    </Activity>
  ))
}
