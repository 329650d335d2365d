/**
 * Small cookies that one page leaves for a later one, also for those of other products under the same
 * domain (specification, portal and sign-in, sections 3 and 9). Anybody at this browser can write
 * them: they hold no secret, and what they say is a hint, never a right. The deployment says which
 * domain shares them, and whether they are encrypted.
 */
import { branding } from './branding'
import { SEALED } from './storage'

export type Hint = Readonly<Record<string, string>>

/** How the deployment wants them; where that cannot be known, for this host and as they are. */
const wanted = () =>
  branding().then(
    ({ browser }) => browser,
    () => undefined,
  )

/**
 * Leaves `hint` under `name` for some seconds, or as long as the browser is open; 0 takes it away. Keys
 * are short, as every request carries it.
 */
export async function leaveHint(name: string, hint: Hint, seconds?: number): Promise<void> {
  const settings = await wanted()
  const domain = settings?.cookieDomain
  let text = JSON.stringify(hint)
  if (settings?.encrypted && seconds !== 0) {
    const { seal } = await import('./sealed')
    text = await seal(name, text)
  }
  const parts = [
    `${name}=${encodeURIComponent(text)}`,
    'Path=/',
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    'SameSite=Lax',
    ...(domain ? [`Domain=${domain}`] : []),
    ...(location.protocol === 'https:' ? ['Secure'] : []),
  ]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in supported browsers.
  document.cookie = parts.join('; ')
}

/** What was left under `name`; null when nothing was, or when it is not what we leave. */
export async function readHint(name: string): Promise<Hint | null> {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  if (!pair) return null
  try {
    let text = decodeURIComponent(pair.slice(name.length + 1))
    if (text.startsWith(SEALED)) text = (await (await import('./sealed')).open(name, text)) ?? ''
    const hint: unknown = JSON.parse(text)
    const plain = typeof hint === 'object' && hint !== null && !Array.isArray(hint)
    return plain && Object.values(hint).every((value) => typeof value === 'string')
      ? (hint as Hint)
      : null
  } catch {
    return null
  }
}
