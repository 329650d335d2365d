import { type ComponentProps, lazy, Suspense } from 'react'
import type { Conflict as Shown } from './Conflict'

const Conflict = lazy(async () => ({ default: (await import('./Conflict')).Conflict }))

/** The choice between two people's changes. It loads when there is one: that is seldom. */
export function LazyConflict(props: ComponentProps<typeof Shown>) {
  return (
    <Suspense>
      <Conflict {...props} />
    </Suspense>
  )
}
