/**
 * Small cookies that one page leaves for a later one, also for those of other products under the same
 * domain (specification, portal and sign-in, sections 3 and 9). Anybody at this browser can read and
 * write them: they hold no secret, and what they say is a hint, never a right.
 */
export type Hint = Readonly<Record<string, string>>

interface Lifetime {
  /** Seconds until the browser forgets it. */
  seconds: number
  /** The domain that shares it; without one, this host alone. */
  domain?: string
}

/** Leaves `hint` under `name`; keys are short, as every request carries it. */
export function leaveHint(name: string, hint: Hint, { seconds, domain }: Lifetime): void {
  const parts = [
    `${name}=${encodeURIComponent(JSON.stringify(hint))}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'SameSite=Lax',
    ...(domain ? [`Domain=${domain}`] : []),
    ...(location.protocol === 'https:' ? ['Secure'] : []),
  ]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in supported browsers.
  document.cookie = parts.join('; ')
}

/** What was left under `name`; null when nothing was, or when it is not what we leave. */
export function readHint(name: string): Hint | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  if (!pair) return null
  try {
    const hint: unknown = JSON.parse(decodeURIComponent(pair.slice(name.length + 1)))
    const plain = typeof hint === 'object' && hint !== null && !Array.isArray(hint)
    return plain && Object.values(hint).every((value) => typeof value === 'string')
      ? (hint as Hint)
      : null
  } catch {
    return null
  }
}
