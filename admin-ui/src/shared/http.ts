import { REQUEST_TIMEOUT_MS } from './constants'
import { assured, isSessionInvalid, renewalCount, waitForSession } from './expiry'
import { getLocale, t } from './i18n'
import { isBackground } from './presence'

/**
 * Codes that ask for something first: a second factor (20011), or a recent proof (as the documented
 * calls and as the console's have it).
 */
const ASKING = /^(2001[12]|recent_proof)$/
/** A request that is refused again after this many renewals is given up. */
const MAX_REPLAYS = 3

/** Field name to message, as the server answers them. */
export type FieldErrors = Record<string, string>

/** The envelope of the documented calls. */
interface Envelope {
  code: string
  message: string
  data: unknown
  errors?: FieldErrors
  requestId?: string
}

/**
 * A call that did not succeed. It has the shape that react-admin reads from its own `HttpError`
 * (`status`, `message`, `body.errors`), so data providers can throw it on.
 */
export class CallError extends Error {
  override name = 'CallError'
  /** Code of the error table; `network` or `timeout` when no answer came. */
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Messages for single fields; empty when there are none. */
  readonly errors: FieldErrors
  readonly requestId: string | undefined
  /** The `data` of the envelope, for codes that carry some. */
  readonly data: unknown
  /**
   * What react-admin forms read; `errors` is absent when no field is to blame. The form of a new record reads it only
   * where it is the error's own property.
   */
  readonly body: { code: string; message: string; errors?: FieldErrors; requestId?: string }

  constructor(
    message: string,
    facts: {
      code: string
      status: number
      errors?: FieldErrors | undefined
      requestId?: string | undefined
      data?: unknown
    },
  ) {
    super(message)
    this.code = facts.code
    this.status = facts.status
    this.errors = facts.errors ?? {}
    this.requestId = facts.requestId
    this.data = facts.data
    this.body = {
      code: this.code,
      message: this.message,
      ...(Object.keys(this.errors).length > 0 && { errors: this.errors }),
      ...(this.requestId && { requestId: this.requestId }),
    }
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The JSON body. */
  json?: unknown
  signal?: AbortSignal | undefined
  /** No progress line and no error toast: the caller shows what happens. */
  quiet?: boolean
  /** The call works without a session, so an invalid one is an answer, not an interruption. */
  anonymous?: boolean
  /** Nobody asked for it: the session lives no longer for it. */
  background?: boolean
}

type Listener<T> = (value: T) => void
const activityListeners = new Set<Listener<number>>()
const problemListeners = new Set<Listener<CallError>>()
let inFlight = 0

/** Tells how many requests that are not quiet are under way, at each change. */
export function onActivity(listener: Listener<number>): () => void {
  activityListeners.add(listener)
  return () => activityListeners.delete(listener)
}

/** Tells every failed call that was not quiet. */
export function onProblem(listener: Listener<CallError>): () => void {
  problemListeners.add(listener)
  return () => problemListeners.delete(listener)
}

function moveActivity(by: 1 | -1) {
  inFlight += by
  for (const listener of activityListeners) listener(inFlight)
}

/**
 * Calls one documented operation and answers the envelope's `data`.
 * Throws {@link CallError} for any code but `200`, any HTTP failure and no answer.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = 'GET', json, signal, quiet = false, anonymous = false } = options
  const init: RequestInit = { method, ...(signal && { signal }) }
  if (json !== undefined) init.body = JSON.stringify(json)
  if (options.background) init.headers = { 'X-Background': '1' }
  return reporting(quiet, () =>
    replaying(anonymous, async () => {
      const response = await send(path, init)
      return unwrap(response.status, await response.text())
    }),
  ) as Promise<T>
}

/** What a form shows beside its fields, or asks about, needs no message over the page. */
const hasPlace = ({ status, errors }: CallError): boolean =>
  status === 409 || Object.keys(errors).length > 0

/** Does `work` in sight of the person, unless it is quiet or nobody asked for it. */
async function reporting<T>(quiet: boolean, work: () => Promise<T>): Promise<T> {
  if (quiet || isBackground()) return work()
  moveActivity(1)
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallError && !isSessionInvalid(error.code) && !hasPlace(error)) {
      for (const listener of problemListeners) listener(error)
    }
    throw error
  } finally {
    moveActivity(-1)
  }
}

/** What the data provider reads from an answer of the admin REST face. */
export interface AdminAnswer<T = unknown> {
  status: number
  headers: Headers
  /** The text of the answer. */
  body: string
  json: T
}

/** A request of the console; `quiet` where whoever asks shows by themselves what happens. */
export type AdminInit = RequestInit & { quiet?: boolean }

/**
 * Calls one admin REST operation. The signature is that of react-admin's `fetchJson`, so it can be
 * handed to `ra-data-simple-rest`; `init.body` is JSON text. Throws {@link CallError}.
 */
export async function adminFetch<T = unknown>(
  path: string,
  init: AdminInit = {},
): Promise<AdminAnswer<T>> {
  const response = await adminOpen(path, init)
  const body = await response.text()
  const json = (body ? parse(body) : undefined) as T
  return { status: response.status, headers: response.headers, body, json }
}

/** As {@link adminFetch}, the answer's body still to be read: for files. */
export function adminOpen(path: string, { quiet = false, ...init }: AdminInit = {}) {
  return reporting(quiet, () =>
    replaying(false, async () => {
      const response = await send(path, init)
      if (!response.ok) throw failure(response.status, parse(await response.text()))
      return response
    }),
  )
}

/**
 * Runs `attempt`, and again after each renewal of the session or proof that it had to wait for. The
 * second step of a sign-in needs no repetition: it answers what the sign-in would have.
 */
async function replaying<T>(anonymous: boolean, attempt: () => Promise<T>): Promise<T> {
  for (let replays = 0; ; replays += 1) {
    const sentAt = renewalCount()
    try {
      if (!anonymous) await assured()
      return await attempt()
    } catch (error) {
      if (!(error instanceof CallError) || replays >= MAX_REPLAYS) throw error
      if (ASKING.test(error.code)) {
        if (!meet) throw error
        const answer = await meet(error)
        if (error.code === '20011') return answer as T
        continue
      }
      if (!isSessionInvalid(error.code) || anonymous) throw error
      await waitForSession(error.code, sentAt).catch(() => {
        throw error
      })
    }
  }
}

type Meeting = (asked: CallError) => Promise<unknown>
let meet: Meeting | null = null

/** Registers what asks the person for what the server wants first; without it such a call is refused. */
export function meetBy(next: Meeting): void {
  meet = next
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Accept', 'application/json')
  headers.set('Accept-Language', getLocale())
  // Both mark a state change as ours: a form or image of another site can send neither.
  headers.set('X-Requested-With', 'cardea')
  if (init.method && init.method !== 'GET') headers.set('Content-Type', 'application/json')
  if (isBackground()) headers.set('X-Background', '1')

  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), REQUEST_TIMEOUT_MS)
  const stop = () => clock.abort()
  init.signal?.addEventListener('abort', stop)
  if (init.signal?.aborted) clock.abort()
  try {
    return await fetch(path, {
      ...init,
      headers,
      signal: clock.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    })
  } catch (error) {
    if (init.signal?.aborted) throw error
    const code = clock.signal.aborted ? 'timeout' : 'network'
    const key = code === 'timeout' ? 'error.timeout' : 'error.requestFailed'
    throw new CallError(t(key), { code, status: 0 })
  } finally {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', stop)
  }
}

function unwrap(status: number, text: string): unknown {
  const answer = parse(text)
  if (status >= 200 && status < 300 && isEnvelope(answer) && answer.code === '200') {
    return answer.data
  }
  throw failure(status, answer)
}

/** An answer that did not come from our server (a proxy's page) is shown as a failed request. */
function failure(status: number, answer: unknown): CallError {
  if (!isEnvelope(answer)) {
    return new CallError(t('error.requestFailed'), { code: String(status), status })
  }
  const { code, message, errors, requestId, data } = answer
  const inner = (data as { errors?: FieldErrors } | null | undefined)?.errors
  return new CallError(message || t('error.requestFailed'), {
    code,
    status,
    errors: errors ?? inner,
    requestId,
    data,
  })
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as Envelope).code === 'string'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
