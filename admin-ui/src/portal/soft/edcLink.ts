import { EDC_LINK_SECONDS } from '../../shared/constants'
import { leaveHint, readHint } from '../../shared/helperCookie'

const NAME = 'cardea_edc'

/** Remembers the tenant in which EDC was opened last: that is where it is likely opened next. */
export const rememberEdc = (tenantId: string): void =>
  leaveHint(NAME, { t: tenantId }, { seconds: EDC_LINK_SECONDS })

/** The tenant in which EDC was opened last, within half a day. */
export const lastEdcTenant = (): string | null => readHint(NAME)?.t ?? null
