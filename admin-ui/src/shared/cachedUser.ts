/**
 * The cached user (specification, portal and sign-in, section 3): a cookie that other products under the
 * same domain read, so that they can greet whoever comes. It is a hint, never a right, and it has no
 * session key: nothing that could be used in somebody's name is readable by scripts.
 */
import { type Hint, leaveHint, readHint } from './helperCookie'

const NAME = 'cardea_user'

/** Keys of the cookie. */
interface CachedUser extends Hint {
  /** Full name. */
  n: string
  /** Project id: the study that was opened last. */
  p: string
  /** Hospital id: whatever a product left there. */
  h: string
}

const cached = async (): Promise<Partial<CachedUser>> => (await readHint(NAME)) ?? {}

/** Remembers who is signed in, as long as the browser is open. Of somebody else, nothing is kept. */
export async function rememberUser(fullName: string): Promise<void> {
  const { n, p = '', h = '' } = await cached()
  const same = n === fullName
  await leaveHint(NAME, { n: fullName, p: same ? p : '', h: same ? h : '' })
}

/** Remembers the study that is opened. */
export async function rememberProject(id: string): Promise<void> {
  const { n, h = '' } = await cached()
  if (n !== undefined) await leaveHint(NAME, { n, p: id, h })
}

/** Forgets who was signed in. */
export const forgetUser = (): Promise<void> => leaveHint(NAME, {}, 0)
