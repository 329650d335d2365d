import { noteRenewal } from '../expiry'
import { request } from '../http'
import { seal } from '../password'
import { createPasskey, getPasskey } from './passkey'
import type { Added, Proofs, Setups } from './types'

const post = <T>(path: string, json: unknown, anonymous: boolean): Promise<T> =>
  request<T>(path, { method: 'POST', json, quiet: true, anonymous })

/** A call after which the session goes on under a new token. */
async function renewing<T>(path: string, json: unknown): Promise<T> {
  const answer = await post<T>(path, json, false)
  noteRenewal()
  return answer
}

const LOGIN = '/api/sys/login/factor'
const PROOF = '/api/sys/recentProof'
const ACCOUNT = '/api/account'

/** Proofs of the second step of a sign-in; each answers what the sign-in answers. */
export const secondStep = (continuation: string): Proofs => ({
  code: (way, code) => post(`${LOGIN}/${way}`, { continuation, code }, true),
  passkey: async () => {
    const begun = await post<{ options: unknown }>(`${LOGIN}/passkey/begin`, { continuation }, true)
    const credential = await getPasskey(begun.options)
    return post(`${LOGIN}/passkey`, { continuation, credential }, true)
  },
})

/** Setting up a factor on the way in; each answers what the sign-in answers, with recovery codes. */
export const enrolment = (continuation: string): Setups => ({
  totpBegin: () => post(`${LOGIN}/enrol/totp/begin`, { continuation }, true),
  totpConfirm: (offer, code) =>
    post<Added>(`${LOGIN}/enrol/totp`, { continuation, enrolment: offer, code }, true),
  passkey: async (name) => {
    const path = `${LOGIN}/enrol/passkey`
    const begun = await post<{ options: unknown }>(`${path}/begin`, { continuation }, true)
    const credential = await createPasskey(begun.options)
    return post<Added>(path, { continuation, credential, name }, true)
  },
})

/** Proofs of who is signed in. */
export const recentProof: Proofs = {
  code: (way, code) => renewing(`${PROOF}/${way}`, { code }),
  passkey: async () => {
    const begun = await post<{ options: unknown }>(`${PROOF}/passkey/begin`, {}, false)
    return renewing(`${PROOF}/passkey`, { credential: await getPasskey(begun.options) })
  },
  password: async (password) => renewing(`${PROOF}/password`, { password: await seal(password) }),
}

/** Setting up a factor, signed in. */
export const ownSetups: Setups = {
  totpBegin: () => post(`${ACCOUNT}/factors/totp/begin`, {}, false),
  totpConfirm: (offer, code) =>
    renewing<Added>(`${ACCOUNT}/factors/totp`, { enrolment: offer, code }),
  passkey: async (name) => {
    const begun = await post<{ options: unknown }>(`${ACCOUNT}/passkeys/begin`, {}, false)
    const credential = await createPasskey(begun.options)
    return renewing<Added>(`${ACCOUNT}/passkeys`, { credential, name })
  },
}
