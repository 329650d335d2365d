import type { Schemas } from '../../../../shared/api'

export type Member = Schemas['Member']

/** The screen's address. */
export const SCREEN = 'tenantManager/tenantUser'

/** What was chosen, or nothing. */
export const idOf = (chosen: unknown) => (chosen ? String(chosen) : null)
