import { passkeyAlgorithms, relyingPartyOf } from './passkey.ts'

/** What a device signs when a passkey is used, as the browser hands it over: all base64url. */
export type Assertion = {
  readonly id: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
}
/** What it hands over when one is made. */
export type Attestation = {
  readonly id: string
  readonly clientData: string
  readonly attestation: string
  readonly transports: string[]
}
/** The public half of a passkey, as it is kept. */
export type PublicHalf = {
  readonly credentialId: string
  readonly publicKey: Uint8Array
}
/** What must hold whatever is signed. */
export type Expected = { readonly challenge: string; readonly origin: string }

/** Fetched when the first passkey is met: a house without any does not load what checks them. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** What the browser says it signed for. @returns undefined for anything that cannot be read, or was made inside a page of others */
export function readClientData(text: string): { readonly challenge: string } | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const { challenge, crossOrigin, topOrigin } = read as Record<string, unknown>
    // The app is never shown inside another page, so a passkey that was asked for there was asked for by somebody else.
    if (typeof challenge !== 'string' || crossOrigin === true || topOrigin !== undefined) return undefined
    return { challenge }
  } catch {
    return undefined
  }
}

/**
 * Whether a statement about the device names certificates. We ask for none. They are refused before they are looked at, because whoever looks
 * at a certificate fetches the list of revoked ones from the address it names: our server would call whatever a caller writes there.
 */
async function isPlain(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const read = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
  const kind = read.get('fmt')
  if (kind === 'none') return true
  return kind === 'packed' && read.get('attStmt').get('x5c') === undefined
}

/** Checks a new passkey. @returns undefined when it is not one that was made here, for this, with the holder verified */
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
    // The library throws for whatever does not fit.
    return undefined
  }
}

/** Checks what a passkey signed. @returns the device's counter, or undefined when anything does not fit */
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
      // Counters are compared by us, under the row's lock: a copy must end the passkey, not only this try.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? { counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}
