import { type ReactNode, useState } from 'react'
import { ListContextProvider, type ListControllerResult, useListContext } from 'react-admin'

/** Whether the records are being asked for again: no list shows it. */
const UNSHOWN = new Set<string>([
  'isFetching',
  'isLoading',
] satisfies (keyof ListControllerResult)[])

const isSame = (before: ListControllerResult, now: ListControllerResult) =>
  Object.entries(now).every(
    ([name, value]) => UNSHOWN.has(name) || Object.is(before[name as keyof typeof before], value),
  )

/**
 * A list is drawn for what it shows. The one around it changes with each step of asking for the records, which are
 * mostly those that are known already.
 */
export function SettledList({ children }: { children: ReactNode }) {
  const list = useListContext()
  const [shown, setShown] = useState(list)
  const same = isSame(shown, list)
  if (!same) setShown(list)
  return <ListContextProvider value={same ? shown : list}>{children}</ListContextProvider>
}
