import { adminFetch } from '../../../../shared/http'

/** What became of telling one client that one session ended. */
export interface LogoutNotice {
  id: string
  clientId: string
  clientName: string
  userId: string
  userName: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  nextAttemptAt: string | null
  /** Why the latest attempt failed: a message key below `cardea.logout_notice`. */
  lastError: 'status' | 'denied' | 'timeout' | 'connect' | 'tls' | 'answer' | 'gone' | null
  lastStatus: number | null
  createdAt: string
}

/** Makes a notice due now, and for another day. */
export const retryNotice = (id: string) =>
  adminFetch(`/api/admin/logout-deliveries/${encodeURIComponent(id)}/retry`, {
    method: 'POST',
    body: '{}',
  })
