import { adminFetch } from '../../../../shared/http'

/** A member of a tenant. */
export interface Member {
  id: string
  version: number
  userId: string
  tenantId: string
  tenantName: string
  userName: string
  fullName: string
  email: string
  phone: string
  role: string | null
  typeId: string | null
  positionId: string | null
  address: string
  enabled: string
  /** Somebody with a role on the platform: a tenant changes nothing of theirs. */
  ofPlatform?: boolean
}

/** Somebody who is not in the tenant. */
export interface Candidate {
  id: string
  userName: string
  fullName: string
  email: string
}

const PATH = '/api/admin/tenant-users'
const one = (id: string) => `${PATH}/${encodeURIComponent(id)}`
const SHOWN = 20

/** People who are not in the tenant, the first that fit a search. */
export async function readCandidates(tenantId: string, q: string, signal: AbortSignal) {
  const query = new URLSearchParams({
    range: JSON.stringify([0, SHOWN - 1]),
    filter: JSON.stringify({ tenantId, ...(q ? { q } : {}) }),
  })
  return (await adminFetch<Candidate[]>(`/api/admin/unselected-users?${query}`, { signal })).json
}

const send = (method: 'POST' | 'PUT', path: string, body: object) =>
  adminFetch(path, { method, body: JSON.stringify(body) })

/** Takes people into a tenant. */
export const addMembers = (body: object) => send('POST', PATH, body)

/** Changes type, position and address. */
export const saveBase = (id: string, body: object) => send('PUT', one(id), body)

/** Changes role and state. */
export const saveImportant = (id: string, body: object) => send('PUT', `${one(id)}/important`, body)

/** Takes somebody out of a tenant. */
export const removeMember = (id: string) => adminFetch(one(id), { method: 'DELETE' })

/** Has the code sent with which somebody sets their PIN. */
export const sendPinCode = (id: string) => send('POST', `${one(id)}/pin-code`, {})
