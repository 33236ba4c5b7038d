import { confirmGoogleCode, isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import type { TryScope } from '#identity/passwords/attempts.store.ts'
import { provePassword } from '#identity/passwords/password.server.ts'
import { withCode } from '#identity/passwords/second-factor.server.ts'
import { countFailedLogin, isDeviceKnown } from '#identity/sessions/login-record.store.ts'
import { findWallet, lockWallet } from '#identity/wallet.store.ts'
import { networkOf } from '#kit/caller.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { implementRead, type OpenCall } from '#kit/wire/implement.api.ts'
import { signIn } from '../onboarding.contract.ts'
import { agreeOnKey, enter, type SessionKeys } from './sign-in.server.ts'

type Entering = {
  readonly walletId: WalletId
  readonly provedHash: string | null
  readonly keys: SessionKeys
  readonly deviceId: string
  readonly isKnown: boolean
  readonly code: string
}

/** Wrong codes lock like wrong passwords. If the password changed since its check, no session opens. */
async function enterWithCode(call: OpenCall, { walletId, provedHash, keys, deviceId, isKnown, code }: Entering) {
  const needsCode = await isGoogleBound(call.db, walletId)
  if (needsCode && !code) fail('identity.code_needed')
  const text = needsCode ? code : ''
  return withCode(call.db, { walletId, share: isKnown ? 'inside' : 'door', text, wall: call.wall }, (given) =>
    call.db.transaction(async (tx) => {
      const { passwordHash } = await lockWallet(tx, walletId)
      if (passwordHash !== provedHash) fail('request.busy')
      if (await isGoogleBound(tx, walletId)) {
        if (!given) fail('identity.code_needed')
        await confirmGoogleCode({ ...call, tx, walletId }, given)
      }
      return enter(tx, call, { walletId, kind: 'password', keys, deviceId })
    }),
  )
}

/**
 * An unknown wallet gets the wrong-password answer after the same work. Assumed: a banned wallet may sign in to read its reason and
 * balances; only its money is frozen.
 */
export const signInApi = implementRead(signIn, async (input, call) => {
  const { db, wall, secrets } = call
  const walletId = input.walletId as WalletId
  const { deviceId, walletPassword: password } = input
  const keys = await agreeOnKey(input.dh)
  const wallet = await findWallet(db, walletId)
  const isKnown = await isDeviceKnown(db, walletId, deviceId)
  const scope: TryScope = isKnown ? `login:${deviceId}` : 'login'
  try {
    const provedHash = wallet?.passwordHash ?? null
    await provePassword(db, { walletId, kept: provedHash, password, scope, wall, secrets, network: networkOf(call.ip) })
    return await enterWithCode(call, { walletId, provedHash, keys, deviceId, isKnown, code: input.code })
  } catch (error) {
    const { userAgent, ip } = call
    const counted =
      error instanceof Refusal && error.key.startsWith('identity.') && error.key !== 'identity.code_needed'
    if (wallet && counted) await countFailedLogin(db, walletId, { deviceId, userAgent, ip, wall })
    throw error
  }
})
