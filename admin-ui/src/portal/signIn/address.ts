import { onward } from '../../shared/session'
import { remember } from '../../shared/storage'

/**
 * The address of the page that replaces an expired password, for `userName`; `soon` where it has not
 * expired yet. The name travels in the browser's own store: addresses
 * end up in logs, and a log is no place for account names.
 */
export function modifyPasswordAddress(
  userName: string,
  returnTo: string | undefined,
  soon = false,
): string {
  remember('loginName', userName)
  const address = onward('/signIn/modifyPwd', returnTo)
  return soon ? `${address}${address.includes('?') ? '&' : '?'}soon=1` : address
}
