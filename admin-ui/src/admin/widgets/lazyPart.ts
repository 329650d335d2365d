import { type ComponentType, lazy } from 'react'

/** A part of a screen, such as a dialog, whose code comes once it is shown. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load() }))
