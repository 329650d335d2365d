/** A way to prove who somebody is, beside their first factor or again. */
export type Way = 'totp' | 'passkey' | 'recovery' | 'password'

/** A kind of factor that can be set up. */
export type Kind = 'totp' | 'passkey'

/** `data` of code 20011: the first factor is proved, a second one is wanted. */
export interface SecondFactorAsked {
  continuation: string
  ways: Way[]
  /** Not empty where one has to be set up first. */
  enrol: Kind[]
  /** Seconds. */
  expiresIn: number
}

/** `data` of code 20012: a recent proof is wanted. */
export interface RecentProofAsked {
  /** Empty: only a new sign-in helps. */
  ways: Way[]
}

/** An authenticator application to be set up. */
export interface TotpOffer {
  enrolment: string
  /** `otpauth://` address for the QR code. */
  uri: string
  /** The seed in base32. */
  secret: string
}

/** What every answer that sets up a factor carries. */
export interface Added {
  /** Shown this once; null where there were codes before. */
  recoveryCodes: string[] | null
}

/** The calls that prove something; each answers what the server answered. */
export interface Proofs {
  code: (way: 'totp' | 'recovery', code: string) => Promise<unknown>
  passkey: () => Promise<unknown>
  password?: (password: string) => Promise<unknown>
}

/** The calls that set up a factor. */
export interface Setups {
  totpBegin: () => Promise<TotpOffer>
  totpConfirm: (enrolment: string, code: string) => Promise<Added>
  passkey: (name: string) => Promise<Added>
}
