/** The calls behind authorisation panels. */
import { adminFetch } from '../../../../shared/http'
import type { Definition, Grant, Issue, OptionsPage, PanelSource } from '../../../widgets/panel'

const PANELS = '/api/admin/panels'

/** A software that users can be authorised for. `available` is false while its plugin is not. */
export interface AuthSoftware {
  id: string
  softwareName: string
  webCode: string
  authorizationStyle: number
  available: boolean
  reason: string | null
}

/** What one authorisation sends: whom, as what, and the grants of the panel. */
export interface Authorisation {
  tenantId: string
  userIds: string[]
  emails: string[]
  userRole: string
  userTypeId: string
  grants: Grant[]
}

export interface Succeeded {
  userId: string | null
  label: string
}

export interface Failed extends Succeeded {
  reason: string
  message: string
}

/** How far an authorisation has come. It runs to its end whether or not anybody watches. */
export interface Batch {
  batchId: string
  state: 'queued' | 'running' | 'done'
  /** What was asked for; everything but `grant` is done here already, and the trial system is told. */
  kind: 'grant' | 'revoke' | 'suspend' | 'resume'
  total: number
  succeeded: Succeeded[]
  failed: Failed[]
  /** Tried, and to be tried again. */
  pending: Failed[]
}

/** What somebody is authorised for in a study of a system. */
export interface Held {
  id: string
  userId: string
  label: string
  fullName: string
  userName: string
  email: string
  studyUrlId: string
  studyCode: string
  studyName: string
  updatedAt: string
  suspendedAt: string | null
}

/** Grants that one call answers at most. */
export const GRANTS_A_CALL = 1000

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const { json } = await adminFetch(`${PANELS}${path}`, init)
  return json as T
}

const post = <T>(path: string, body: object, signal?: AbortSignal) =>
  call<T>(path, { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) })

const inTenant = (tenantId: string) => `?tenantId=${encodeURIComponent(tenantId)}`
const panel = (softwareId: string) => `/${encodeURIComponent(softwareId)}`

/** getAuthSoftware: what a tenant's users can be authorised for. */
export const authSoftware = (tenantId: string, signal: AbortSignal) =>
  call<AuthSoftware[]>(inTenant(tenantId), { signal })

/** The panel of a software. */
export const definitionOf = (softwareId: string, tenantId: string, signal: AbortSignal) =>
  call<Definition>(`${panel(softwareId)}${inTenant(tenantId)}`, { signal })

/** Where the panel of a software gets its options, and who judges its grants. */
export function panelSource(softwareId: string, tenantId: string): PanelSource {
  return {
    id: `${softwareId} ${tenantId}`,
    options: (query, signal) =>
      post<OptionsPage>(`${panel(softwareId)}/options`, { tenantId, ...query }, signal),
    validate: (grants) => post<Issue[]>(`${panel(softwareId)}/validate`, { tenantId, grants }),
  }
}

/** saveEdcProject and its kin: starts an authorisation. */
export const authorise = (softwareId: string, authorisation: Authorisation) =>
  post<{ batchId: string }>(`${panel(softwareId)}/authorise`, authorisation)

/** The state of an authorisation. */
export const batch = (batchId: string, signal: AbortSignal) =>
  call<Batch>(`/batches/${encodeURIComponent(batchId)}`, { signal })

/** Who is authorised in a system of a tenant, from the grant behind `after` on. */
export const held = (softwareId: string, tenantId: string, after: string, signal: AbortSignal) =>
  call<Held[]>(
    `${panel(softwareId)}/grants${inTenant(tenantId)}${after && `&after=${encodeURIComponent(after)}`}`,
    { signal },
  )

/** Revokes grants, for a reason; the batch tells when the trial system knows. */
export const revoke = (
  softwareId: string,
  asked: { tenantId: string; ids: string[]; reason: string },
) => post<{ batchId: string }>(`${panel(softwareId)}/revoke`, asked)
