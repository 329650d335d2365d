import { adminFetch } from '../../../../shared/http'

/** An invitation into a tenant. */
export interface Invitation {
  id: string
  tenantId: string
  email: string
  fullName: string
  roleName: string
  inviterName: string | null
  state: 'open' | 'accepted' | 'withdrawn' | 'replaced' | 'expired'
  expiresAt: string
  sentAt: string
}

/** An invitation whose mail was queued. */
export interface Sent extends Invitation {
  messageId?: string | null
}

/** Whom to invite, as what. */
export interface NewInvitation {
  tenantId: string
  email: string
  fullName: string
  role: string | null
  typeId: string | null
  positionId: string | null
  language: string
}

/** The latest ones are shown. */
export const SHOWN = 50

const PATH = '/api/admin/invitations'
const one = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** The tenant's latest invitations. */
export async function readInvitations(tenantId: string, signal: AbortSignal) {
  const query = new URLSearchParams({
    sort: JSON.stringify(['createdAt', 'DESC']),
    range: JSON.stringify([0, SHOWN - 1]),
    filter: JSON.stringify({ tenantId }),
  })
  const { json } = await adminFetch(`${PATH}?${query}`, { signal })
  return json as Invitation[]
}

/** Invites somebody; an invitation of before for the same address works no more. */
export const invite = async (form: NewInvitation) =>
  (await adminFetch<Sent>(PATH, { method: 'POST', body: JSON.stringify(form) })).json

/** Sends an invitation once more, with a new link. */
export const resend = async (id: string) =>
  (await adminFetch<Sent>(`${one(id)}/resend`, { method: 'POST' })).json

/** Withdraws an invitation: its link works no more. */
export const withdraw = (id: string) => adminFetch(one(id), { method: 'DELETE' })
