import { passkeyAlgorithms, relyingPartyOf } from './passkey.ts'

/** Base64url, as from the browser. */
export type Assertion = {
  readonly id: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
}
export type Attestation = {
  readonly id: string
  readonly clientData: string
  readonly attestation: string
  readonly transports: string[]
}
export type PublicHalf = {
  readonly credentialId: string
  readonly publicKey: Uint8Array
}
export type Expected = { readonly challenge: string; readonly origin: string }

const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** @returns undefined if unreadable or made inside a frame */
export function readClientData(text: string): { readonly challenge: string } | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const { challenge, crossOrigin, topOrigin } = read as Record<string, unknown>
    // The app never runs in a frame, so such a request is from another site.
    if (typeof challenge !== 'string' || crossOrigin === true || topOrigin !== undefined) return undefined
    return { challenge }
  } catch {
    return undefined
  }
}

/**
 * Rejects attestations with certificates before parsing them, because a revocation check would make the server fetch a URL chosen by the
 * caller.
 */
async function isPlain(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const read = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
  const kind = read.get('fmt')
  if (kind === 'none') return true
  return kind === 'packed' && read.get('attStmt').get('x5c') === undefined
}

/** @returns undefined unless the passkey was created on our origin for this challenge, with user verification */
export async function verifyNewPasskey(
  { id, clientData, attestation }: Attestation,
  { challenge, origin }: Expected,
): Promise<(PublicHalf & { readonly counter: number }) | undefined> {
  try {
    if (!readClientData(clientData) || !(await isPlain(attestation))) return undefined
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, attestationObject: attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    })
    const credential = registrationInfo?.credential
    if (!verified || !credential || credential.id !== id) return undefined
    return { credentialId: credential.id, publicKey: credential.publicKey, counter: credential.counter }
  } catch {
    return undefined
  }
}

/** @returns the device's counter, or undefined if invalid */
export async function verifyAssertion(
  { id, clientData, authenticatorData, signature }: Assertion,
  { credentialId, publicKey }: PublicHalf,
  { challenge, origin }: Expected,
): Promise<{ readonly counter: number } | undefined> {
  try {
    if (id !== credentialId || !readClientData(clientData)) return undefined
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyOf(origin),
      requireUserVerification: true,
      // 0 disables the library's counter check. We compare counters under the row's lock, as a clone must revoke the passkey, not only fail
      // this attempt.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? { counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}
