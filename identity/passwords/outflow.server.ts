import { fail, type Refusal } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { SessionCall } from '#kit/wire/implement.api.ts'
import { confirmGoogleCode, confirmGoogleCodes, isGoogleBound } from '../authenticator/authenticator.store.ts'
import { refuseWhileStopped, type Wallet } from '../wallet.store.ts'
import { movesOf } from './without-code.store.ts'

/** Coins that leave the holder's sole control: sent, put in escrow, released or traded. */
export type Outflow = {
  readonly wallet: Wallet
  /** USDT value in 10⁻⁸; undefined without a price, and then a code is required. */
  readonly value: bigint | undefined
  /** If set, a withdrawal ban does not apply, as the exchange pays immediately. */
  readonly isExchange?: true
}
type OutflowCall = Pick<SessionCall, 'walletId' | 'requestId' | 'now' | 'wall' | 'secrets' | 'givenCode'> & {
  readonly tx: Tx
}

export type Outflows = {
  /**
   * Checks freeze, suspension, withdrawal ban, and the code above the daily allowance. Call last: it consumes a code. Other rules check
   * security waits (`*.held`); the contract checks password or passkey (`access: 'money'`). @throws identity.banned, identity.frozen,
   * identity.withdrawal_banned, identity.code_needed, identity.code_wrong, identity.code_used
   */
  authorize(call: OutflowCall, outflow: Outflow): Promise<void>
  keep(): Promise<void>
}

/** The caller must hold the wallets' locks. Each ID may occur once. */
export async function outflowsOf(tx: Tx, ids: readonly WalletId[], now: Date): Promise<Outflows> {
  const moves = await movesOf(tx, ids, now)
  return {
    async authorize(call, { wallet, value, isExchange }) {
      refuseWhileStopped(wallet)
      const { withdrawalBanUntil: until, withdrawalBanReason: reason } = wallet
      if (!isExchange && until && until > now)
        fail('identity.withdrawal_banned', { until: until.toISOString(), reason: reason ?? '' })
      await moves.pass(call, value)
    },
    keep: moves.keep,
  }
}

export async function authorizeOutflow(call: OutflowCall, outflow: Outflow): Promise<void> {
  const outflows = await outflowsOf(call.tx, [call.walletId], call.now)
  await outflows.authorize(call, outflow)
  await outflows.keep()
}

/** Always requires the code. @returns the refusal of each call; undefined if the code is correct */
export const authorizeWithdrawals = (
  tx: Tx,
  calls: readonly Omit<OutflowCall, 'tx'>[],
): Promise<(Refusal | undefined)[]> =>
  confirmGoogleCodes(
    tx,
    calls.map((call) => ({ ...call, given: call.givenCode })),
  )

/** Requires the code, if bound, for actions that move no coins. @throws identity.code_needed, identity.code_wrong, identity.code_used */
export async function confirmHolder(call: OutflowCall): Promise<void> {
  if (!(await isGoogleBound(call.tx, call.walletId))) return
  if (!call.givenCode) fail('identity.code_needed')
  await confirmGoogleCode(call, call.givenCode)
}
