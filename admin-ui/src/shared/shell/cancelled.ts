import { t } from './texts'
import { toast } from './toasts'

/**
 * Says that nothing was done, to whoever was asked and did not agree (specification, portal and
 * sign-in, section 8).
 */
export const tellCancelled = (): void => toast(t('cancelled'), 'info')
