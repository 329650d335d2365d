/** What the documented calls answer. */
interface Envelope<T> {
  code: string
  message: string
  data: T
}

/** `data` of a sign-in. */
export interface SignedIn {
  token: string
  redirect: string | null
}

/**
 * A caller without a browser: keeps the cookies of one host and follows no redirect by itself, so
 * that a test sees every step.
 */
export class Caller {
  readonly #cookies = new Map<string, { value: string; httpOnly: boolean }>()

  constructor(readonly origin: string) {}

  /** One request to this host; `address` may be relative. */
  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin)
    if (url.origin !== this.origin) throw new Error(`${url} is on another host`)
    const headers = new Headers(init.headers)
    const cookies = [...this.#cookies].map(([name, { value }]) => `${name}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  /** One documented call; throws where its code is not 200. */
  async call<T>(path: string, json?: unknown): Promise<T> {
    const init: RequestInit =
      json === undefined
        ? {}
        : {
            method: 'POST',
            body: JSON.stringify(json),
            headers: {
              'content-type': 'application/json',
              'x-requested-with': 'cardea',
              origin: this.origin,
            },
          }
    const response = await this.fetch(path, init)
    const { code, message, data } = (await response.json()) as Envelope<T>
    if (code !== '200') throw new Error(`${path} answered ${code}: ${message}`)
    return data
  }

  /** Its cookies, for a browser that goes on in its place. */
  cookies(): { name: string; value: string; url: string; httpOnly: boolean }[] {
    const { origin: url } = this
    return [...this.#cookies].map(([name, { value, httpOnly }]) => ({ name, value, url, httpOnly }))
  }

  /** Signs in as the sign-in page does; `returnTo` is what that page was given. */
  signIn(userName: string, password: string, returnTo?: string): Promise<SignedIn> {
    return this.call('/api/sys/login', { userName, password, ...(returnTo ? { returnTo } : {}) })
  }

  /** Follows redirects on this host until one leads to `target`, which is not called. */
  async followTo(target: string, from: string): Promise<URL> {
    let address = new URL(from, this.origin)
    for (let hop = 0; hop < 10; hop += 1) {
      if (address.href.startsWith(target)) return address
      const response = await this.fetch(address.href)
      const location = response.headers.get('location')
      if (!location) throw new Error(`${address} answered ${response.status}, no redirect`)
      address = new URL(location, address)
    }
    throw new Error(`${from} does not lead to ${target}`)
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    const gone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
    if (gone) this.#cookies.delete(name)
    else {
      const httpOnly = attributes.some((attribute) => /^\s*httponly\s*$/i.test(attribute))
      this.#cookies.set(name, { value: pair.slice(at + 1).trim(), httpOnly })
    }
  }
}
