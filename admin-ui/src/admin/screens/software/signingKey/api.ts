import { adminFetch } from '../../../../shared/http'

/** A signing key without anything secret. `id` is its `kid`. */
export interface SigningKey {
  id: string
  alg: 'ES256' | 'RS256' | 'PS256' | 'EdDSA'
  state: 'next' | 'current' | 'retired' | 'removed'
  publishedAt: string
  promoteAt: string | null
  currentAt: string | null
  retiredAt: string | null
  removeAt: string | null
  removedAt: string | null
}

/** Replaces the key that signs with this algorithm. */
export const rotateKey = (alg: SigningKey['alg']) =>
  adminFetch<SigningKey>('/api/admin/signing-keys/rotate', {
    method: 'POST',
    body: JSON.stringify({ alg }),
  })
