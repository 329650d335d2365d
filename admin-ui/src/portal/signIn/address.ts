import { onward } from '../../shared/session'
import { remember } from '../../shared/storage'

/**
 * The address of the page that replaces an expired password, for `userName`. The name travels in the browser's own store: addresses
 * end up in logs, and a log is no place for account names.
 */
export function modifyPasswordAddress(userName: string, returnTo: string | undefined): string {
  remember('loginName', userName)
  return onward('/signIn/modifyPwd', returnTo)
}
