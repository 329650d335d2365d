import { adminFetch } from '../../../../shared/http'

/** A client, as far as the screen looks into it. */
export interface Client {
  id: string
  version: number
  client_name: string
  client_secret?: string
  token_endpoint_auth_method: string
  bound: {
    redirect_uris: string[]
    post_logout_redirect_uris: string[]
    initiate_login_uri: string | null
  }
  dynamic: boolean
}

/** A secret of a client, without itself. */
export interface Secret {
  id: string
  createdAt: string
  expiresAt: string | null
}

/** What lets a program register clients, without itself. */
export interface InitialToken {
  id: string
  note: string
  uses: number
  used: number
  createdAt: string
  expiresAt: string
  revokedAt: string | null
}

/** What a client can be tied to. */
export interface Choices {
  software: { id: string; softwareName: string }[]
  domains: { id: string; urlName: string; websiteUrl: string; softwareId: string }[]
}

const secretsOf = (client: string) => `/api/admin/clients/${encodeURIComponent(client)}/secrets`
const TOKENS = '/api/admin/initial-access-tokens'

async function get<T>(path: string, signal: AbortSignal): Promise<T> {
  return (await adminFetch<T>(path, { signal })).json
}

async function post<T>(path: string, body: object): Promise<T> {
  return (await adminFetch<T>(path, { method: 'POST', body: JSON.stringify(body) })).json
}

/** The secrets that still count. */
export const readSecrets = (client: string, signal: AbortSignal) =>
  get<Secret[]>(secretsOf(client), signal)

/** Makes a secret, and answers it for the only time. */
export async function makeSecret(client: string, overlapSeconds: number): Promise<string> {
  const made = await post<{ clientSecret: string }>(secretsOf(client), { overlapSeconds })
  return made.clientSecret
}

/** Takes a secret back at once. */
export const deleteSecret = (client: string, secret: string) =>
  adminFetch(`${secretsOf(client)}/${encodeURIComponent(secret)}`, { method: 'DELETE' })

/** What a client can be tied to; domains of this tenant. */
export const readChoices = (tenant: string | null, signal: AbortSignal) =>
  get<Choices>(
    `/api/admin/client-choices${tenant ? `?tenantId=${encodeURIComponent(tenant)}` : ''}`,
    signal,
  )

/** The newest initial access tokens. */
export function readTokens(signal: AbortSignal): Promise<InitialToken[]> {
  const query = new URLSearchParams({ sort: '["createdAt","DESC"]', range: '[0,99]' })
  return get<InitialToken[]>(`${TOKENS}?${query}`, signal)
}

/** Makes an initial access token, and answers it for the only time. */
export async function makeToken(wanted: {
  note: string
  uses: number
  expiresInSeconds: number
  pkce: string
}): Promise<string> {
  const made = await post<{ initialAccessToken: string }>(TOKENS, wanted)
  return made.initialAccessToken
}

/** Takes an initial access token back. */
export const revokeToken = (id: string) =>
  adminFetch(`${TOKENS}/${encodeURIComponent(id)}`, { method: 'DELETE' })
