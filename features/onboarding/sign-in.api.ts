import { confirmGoogleCode, isGoogleBound } from '#identity/authenticator.store.ts'
import { isDeviceKnown, noteLogin } from '#identity/login-record.store.ts'
import { provePassword } from '#identity/password.store.ts'
import { forgiveTries, returnTry, type TryScope, takeTry } from '#identity/tries.store.ts'
import { findWallet } from '#identity/wallet.store.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { implementRead, type OpenCall } from '#kit/wire/implement.api.ts'
import { signIn } from './onboarding.contract.ts'
import { agreeOnKey, enter, type SessionKeys } from './sign-in.store.ts'

type Entering = {
  readonly walletId: WalletId
  readonly keys: SessionKeys
  readonly deviceId: string
  readonly code: string
}

/** Opens the session, with the Google code where one is needed; wrong codes lock like wrong passwords. */
async function enterWithCode(call: OpenCall, { walletId, keys, deviceId, code }: Entering) {
  const entrance = { walletId, kind: 'password', keys, deviceId } as const
  if (!(await isGoogleBound(call.db, walletId))) return call.db.transaction((tx) => enter(tx, call, entrance))
  if (!code) fail('identity.code_needed')
  const taken = await takeTry(call.db, walletId, 'google', call.wall)
  if (!taken.allowed) fail('identity.code_locked', { until: taken.until.toISOString() })
  try {
    const answer = await call.db.transaction(async (tx) => {
      await confirmGoogleCode({ ...call, tx, walletId }, code)
      return enter(tx, call, entrance)
    })
    await forgiveTries(call.db, walletId, 'google')
    return answer
  } catch (error) {
    const wrong = error instanceof Refusal && error.key === 'identity.code_wrong'
    if (!wrong) await returnTry(call.db, walletId, 'google', taken)
    if (wrong && taken.until) fail('identity.code_locked', { until: taken.until.toISOString() })
    throw error
  }
}

/**
 * An unknown wallet answers as one whose password is wrong, after the same work.
 * Assumed: a banned wallet may sign in, to read its reason and its balances; only its money stands still.
 */
export const signInApi = implementRead(signIn, async (input, call) => {
  const { db, wall, secrets } = call
  const walletId = input.walletId as WalletId
  const { deviceId, walletPassword: password } = input
  const keys = await agreeOnKey(input.dh)
  const wallet = await findWallet(db, walletId)
  const scope: TryScope = (await isDeviceKnown(db, walletId, deviceId)) ? `login:${deviceId}` : 'login'
  try {
    await provePassword(db, { walletId, kept: wallet?.passwordHash ?? null, password, scope, wall, secrets })
    return await enterWithCode(call, { walletId, keys, deviceId, code: input.code })
  } catch (error) {
    const { userAgent, ip } = call
    const counted = error instanceof Refusal && error.key !== 'identity.code_needed'
    if (wallet && counted) await noteLogin(db, walletId, { deviceId, userAgent, ip, kind: 'password', ok: false, wall })
    throw error
  }
})
