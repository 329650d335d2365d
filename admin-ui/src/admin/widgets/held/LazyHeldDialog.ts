import { lazyPart } from '../lazyPart'

/** Loads with the first question. */
export const HeldDialog = lazyPart(async () => (await import('./HeldDialog')).HeldDialog)
