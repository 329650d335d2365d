import { CallError, request } from '../../shared/http'
import type { SignInAnswer } from '../../shared/session'

/** An entry of `GET /api/sys/federation/providers`. */
export interface Provider {
  /** The `loginType` of its tickets. */
  id: string
  name: string
  /** Where the sign-in begins. */
  url: string
}

/** An entry of `GET /api/account/identities`. */
export interface Identity {
  id: string
  provider: string
  providerName: string
  /** What they call the person there. */
  label: string
  createdAt: string
  lastUsedAt: string | null
}

interface Names {
  userName: string
  fullName: string
}

/** Why a sign-in with somebody else did not go through, and what can be done. */
export type Stop =
  | {
      kind: 'confirm'
      /** Who would be signed in: first letters alone. */
      subject: Names
      /** Who says so: a program or a provider. */
      issuer: string
      /** Who is signed in at present. */
      current: Names | null
      continuation?: string
    }
  | {
      kind: 'link'
      provider: string
      label: string
      continuation: string
      returnTo?: string | null
    }
  | { kind: 'start'; provider: string }

/** What a failed call says can be done, if anything. */
export function stopOf(error: unknown): Stop | null {
  if (!(error instanceof CallError)) return null
  const data = error.data as Partial<Stop> | null
  const kinds: unknown[] = ['confirm', 'link', 'start']
  return kinds.includes(data?.kind) ? (data as Stop) : null
}

export const providers = (): Promise<Provider[]> =>
  request<Provider[]>('/api/sys/federation/providers', { quiet: true, anonymous: true })

const enter = (path: string, json: unknown): Promise<SignInAnswer> =>
  request<SignInAnswer>(path, { method: 'POST', json, quiet: true, anonymous: true })

/** What a provider sent the browser back with. */
export interface Ticket {
  ticket: string
  loginType?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  confirm?: boolean
}

export const byTicket = (ticket: Ticket): Promise<SignInAnswer> =>
  enter('/api/sys/loginByTicket', ticket)

export const byCode = (code: string, confirm: boolean): Promise<SignInAnswer> =>
  enter('/api/sys/ssoLogin', { code, confirm })

export const link = (continuation: string): Promise<Identity> =>
  request<Identity>('/api/account/identities', {
    method: 'POST',
    json: { continuation },
    quiet: true,
  })

export const identities = (): Promise<Identity[]> =>
  request<Identity[]>('/api/account/identities', { quiet: true })

export const unlink = (id: string): Promise<Identity> =>
  request<Identity>(`/api/account/identities/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    quiet: true,
  })
