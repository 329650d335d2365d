import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { CallError } from '../http'
import { t } from './texts'

/** Whether this page can use passkeys: a browser that knows them, and an address with a name. */
export const passkeysWork = (): boolean =>
  browserSupportsWebAuthn() && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)

/** Asks the person for one of their passkeys. */
export function getPasskey(options: unknown, autofill = false): Promise<unknown> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return told(
    startAuthentication({ optionsJSON, useBrowserAutofill: autofill }),
    'passkeyCancelled',
  )
}

/** Asks the person to make a passkey. */
export function createPasskey(options: unknown): Promise<unknown> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return told(startRegistration({ optionsJSON }), 'passkeyNotMade')
}

/** What browsers say is for programmers and in their own language: people get a sentence of ours. */
async function told<T>(
  ceremony: Promise<T>,
  otherwise: 'passkeyCancelled' | 'passkeyNotMade',
): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    const known = (error as { code?: string }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new CallError(t(known ? 'passkeyKnown' : otherwise), { code: 'passkey', status: 0 })
  }
}
