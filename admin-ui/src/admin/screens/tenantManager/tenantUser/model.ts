import type { Schemas } from '../../../../shared/api'

export type Member = Schemas['Member']

/** What was chosen, or nothing. */
export const idOf = (chosen: unknown) => (chosen ? String(chosen) : null)
