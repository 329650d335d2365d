import { Activity, type ComponentType, type ContextType, useContext, useState } from 'react'
import {
  createPath,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom'

/** So many lists stay as they were left, the one that is shown among them. */
const KEPT = 4

/** What would come back with a list that is left while it is open. */
const OPEN = '.MuiModal-root, dialog[open]'

/** What a router says of an address: each visit to it is another. */
interface Place {
  at: ContextType<typeof LocationContext>
  route: ContextType<typeof RouteContext>
}

interface KeptList {
  path: string
  /** Where its reader is, or was when they left. */
  place: Place
}

const isSame = ({ at: { location: one } }: Place, { at: { location: other } }: Place) =>
  createPath(one) === createPath(other) && one.state === other.state

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
  const place = { at: useContext(LocationContext), route: useContext(RouteContext) }
  const [shown, setShown] = useState<string>()
  const [lists, setLists] = useState<readonly KeptList[]>([])
  if (shown !== path || (path && !(lists[0] && isSame(lists[0].place, place)))) {
    const gone = shown !== path && document.querySelector(OPEN) ? shown : undefined
    const others = lists.filter((list) => list.path !== path && list.path !== gone)
    const known = lists.find((list) => list.path === path && isSame(list.place, place))
    setShown(path)
    // At the same place as before, or whatever asks for its place would be drawn anew: the acts of every row.
    setLists([...(path ? [known ?? { path, place }] : []), ...others].slice(0, KEPT))
  }
  return lists.map((list) => (
    <Activity key={list.path} mode={list.path === path ? 'visible' : 'hidden'}>
      <LocationContext value={list.place.at}>
        <RouteContext value={list.place.route}>
          <List path={list.path} />
        </RouteContext>
      </LocationContext>
    </Activity>
  ))
}
