/** Which tenants somebody may choose from. They are searched on the server, never loaded whole. */
import type { Schemas } from '../../../shared/api'
import { request } from '../../../shared/http'
import { marker, userInfo } from '../../../shared/session'
import { dataProvider } from '../../dataProvider'
import { hasMenu } from '../access/hasMenu'

export interface Tenant {
  id: string
  name: string
}

const SHOWN = 20
const RECENT = 5
const RECENT_KEY = 'cardea.recentTenants'

async function find(filter: object, signal: AbortSignal): Promise<Tenant[]> {
  const { data } = await dataProvider.getList<Schemas['Tenant']>('tenants', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'tenantName', order: 'ASC' },
    filter,
    signal,
    // Whoever asks says what went wrong; and what is typed is no reason to cover the page.
    meta: { quiet: true },
  })
  return data.map(({ id, tenantName }) => ({ id, name: tenantName }))
}

/** The tenants that somebody without access to tenant administration works for. */
async function ownTenants(signal: AbortSignal): Promise<Tenant[]> {
  const tenants = await request<{ code: string; desc: string }[]>('/api/tenant/combobox', {
    quiet: true,
    signal,
  })
  return tenants.map(({ code, desc }) => ({ id: code, name: desc }))
}

const isForbidden = (error: unknown) => (error as { status?: number }).status === 403

/** Whether the list of tenants is the reader's to ask for. A call that must be refused is not made: it would be noted. */
const seesTenants = async () => hasMenu(await userInfo().catch(() => null), 'systemManger/tenant')

/** The tenants that match a search, at most 20. */
export async function searchTenants(q: string, signal: AbortSignal): Promise<Tenant[]> {
  try {
    if (await seesTenants()) return await find(q ? { q } : {}, signal)
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
  const wanted = q.toLowerCase()
  const own = await ownTenants(signal)
  return own.filter((tenant) => tenant.name.toLowerCase().includes(wanted)).slice(0, SHOWN)
}

/** One tenant, or nothing where it does not exist or is not theirs. */
export async function findTenant(id: string, signal: AbortSignal): Promise<Tenant | null> {
  try {
    if (await seesTenants()) return (await find({ id: [id] }, signal))[0] ?? null
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
  return (await ownTenants(signal)).find((tenant) => tenant.id === id) ?? null
}

/** The tenants worked with last since the sign-in, the latest first: whoever signs in next begins anew. */
export function recentTenants(): Tenant[] {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '{}')
    if (kept?.marker !== marker() || !Array.isArray(kept?.tenants)) return []
    return (kept.tenants as Partial<Tenant>[]).filter(
      (each): each is Tenant => typeof each?.id === 'string' && typeof each?.name === 'string',
    )
  } catch {
    return []
  }
}

/** Remembers a tenant as the latest. A browser that keeps nothing is no reason to stop. */
export function rememberTenant(tenant: Tenant): void {
  const others = recentTenants().filter((each) => each.id !== tenant.id)
  try {
    const tenants = [tenant, ...others].slice(0, RECENT)
    localStorage.setItem(RECENT_KEY, JSON.stringify({ marker: marker(), tenants }))
  } catch {
    // Storage is full or switched off: the list of recent tenants stays as it was.
  }
}
