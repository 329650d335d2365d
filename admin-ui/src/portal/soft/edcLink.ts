import { EDC_LINK_SECONDS, HELPER_SECONDS } from '../../shared/constants'
import { leaveHint, readHint } from '../../shared/helperCookie'

const NAME = 'cardea_edc'

/** Remembers the tenant in which EDC was opened last: that is where it is likely opened next. */
export const rememberEdc = (tenantId: string): Promise<void> =>
  leaveHint(NAME, { t: tenantId }, EDC_LINK_SECONDS).catch(() => undefined)

/** Leaves word of what is being opened, for the product that is: web code, tenant, and the study where there is one. */
export const rememberOpened = (webCode: string, tenantId: string, study = ''): Promise<void> =>
  leaveHint('cardea_open', { w: webCode, t: tenantId, p: study }, HELPER_SECONDS).catch(
    () => undefined,
  )

/** The tenant in which EDC was opened last, within half a day. */
export const lastEdcTenant = async (): Promise<string | null> => (await readHint(NAME))?.t ?? null
