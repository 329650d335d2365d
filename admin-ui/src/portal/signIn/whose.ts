import { noteRenewal } from '../../shared/expiry'
import { announce, disown, userInfo } from '../../shared/session'
import { remember } from '../../shared/storage'

/**
 * Whose account it is, after a sign-in for which no name was typed. The re-validation modal and the
 * other tabs know from here on. Throws `CallError` where nobody could be asked: the name is nobody's
 * then, as the one from before may be somebody else's.
 */
export async function whose(): Promise<string> {
  disown()
  noteRenewal()
  remember('loginName', null)
  try {
    const { userName } = await userInfo()
    remember('loginName', userName)
    return userName
  } finally {
    announce()
  }
}
