/** The calls behind authorisation panels. */
import { adminFetch } from '../../../../shared/http'
import type { Definition, Grant, Issue, OptionsPage, PanelSource } from '../../../widgets/PanelForm'

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
  total: number
  succeeded: Succeeded[]
  failed: Failed[]
}

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
