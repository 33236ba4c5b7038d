import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { FailureKey } from '#kit/failure.ts'
import { randomText } from '#kit/text/random.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { askPasskey, confirmByPasskey } from '#kit/wire/contracts/passkey.contract.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { call } from '../call/call.ts'
import { deviceStore } from '../device/device-store.ts'
import { changeWallet } from './change-wallets.ts'
import { currentSession, deviceWallets } from './session.ts'

const timeout = 90_000
/** COSE algorithms accepted by the server: ECDSA on P-256, Ed25519, RSA. */
const algorithms = [-7, -8, -257]

/** Prompts for the passkey. Without approval, nothing changes. @throws CallFailure identity.passkey_cancelled */
async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch {
    throw new CallFailure(answers.refused, 'identity.passkey_cancelled' satisfies FailureKey)
  }
}

export async function notePasskey(hasPasskey: boolean): Promise<void> {
  const walletId = currentSession()?.walletId
  const wallet = deviceWallets().find((each) => each.walletId === walletId)
  if (wallet && (wallet.hasPasskey ?? false) !== hasPasskey) await changeWallet(wallet.walletId, { hasPasskey })
}

/** Confirms one act with a passkey and stores the wallet token. @throws CallFailure */
export async function confirmWithPasskey(act: string): Promise<void> {
  const { challenge, host, passkeys } = await call(askPasskey, { act }, { quiet: true }).catch(
    async (cause: unknown) => {
      if (cause instanceof CallFailure && cause.key === 'identity.passkey_wrong') await notePasskey(false)
      throw cause
    },
  )
  const allowCredentials = passkeys.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as never[],
  }))
  const { id, response } = await ask(() =>
    startAuthentication({
      optionsJSON: { challenge, rpId: host, userVerification: 'required', timeout, allowCredentials },
    }),
  )
  const { clientDataJSON: clientData, authenticatorData, signature } = response
  const passkey = { id, clientData, authenticatorData, signature }
  const owner = currentSession()?.walletId
  const { walletToken } = await call(confirmByPasskey, { act, passkey }, { quiet: true })
  await deviceStore.set('walletToken', walletToken, owner)
}

type Begun = { readonly challenge: string; readonly host: string; readonly known: readonly string[] }

/** @param label name that the device shows @throws CallFailure identity.passkey_cancelled */
export async function makePasskey({ challenge, host, known }: Begun, label: string) {
  const { id, response } = await ask(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: host, name: 'Glasshouse' },
        // A random ID, because an equal user ID would replace another device's passkey.
        user: { id: randomText(32), name: label, displayName: label },
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: known.map((each) => ({ id: each, type: 'public-key' as const })),
        // Prefers a device-bound key. The server names the key each time.
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
        attestation: 'none',
        timeout,
      },
    }),
  )
  const { clientDataJSON: clientData, attestationObject: attestation, transports = [] } = response
  return { id, clientData, attestation, transports: transports.map(String) }
}
