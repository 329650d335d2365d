import { enter, type SignInAnswer, signedIn, userInfo } from '../session'

/** `POST /api/sys/login` by phone. */
export interface SmsSignInInput {
  phone: string
  phoneCaptcha: string
  /** The account that the phone must belong to. */
  userName?: string
  returnTo?: string
}

/** Signs in by phone and code; whose account it is, is known only then. */
export async function signInByPhone(
  input: SmsSignInInput,
): Promise<{ answer: SignInAnswer; userName: string }> {
  const answer = await enter(input, Boolean(input.userName))
  const { userName } = await userInfo()
  signedIn(userName, 'phone')
  return { answer, userName }
}
