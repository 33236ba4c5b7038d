import type { Tx } from '#kit/db.ts'
import { fail, type Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import type { SessionCall } from '#kit/wire/implement.api.ts'
import { confirmGoogleCode, confirmGoogleCodes, isGoogleBound } from './authenticator.store.ts'
import { refuseWhileStopped, type Wallet } from './wallet.store.ts'
import { movesOf } from './without-code.store.ts'

/** Coins that leave their holder's sole power: sent, given into escrow, released from it, or traded in a market. */
export type Outflow = {
  /** The holder, locked by the caller. */
  readonly wallet: Wallet
  /** USDT value in 10⁻⁸; undefined where no price is known, and where a code is asked whatever the value. */
  readonly value: bigint | undefined
  /** An exchange is paid for in the same moment, so a ban of withdrawals does not bind it. */
  readonly isExchange?: true
}
type OutflowCall = Pick<SessionCall, 'walletId' | 'requestId' | 'now' | 'wall' | 'secrets' | 'givenCode'> & {
  readonly tx: Tx
}

export type Outflows = {
  /**
   * Lets an outflow pass, or refuses it: freeze, suspension, ban of withdrawals, and the code of a bound authenticator above what is left
   * of the day. Last of all checks, for it uses a code up. The wait after a change of security is refused by the rules of each kind
   * (`*.held`), and the wallet password or a passkey by the contract (`access: 'money'`).
   * @throws identity.banned, identity.frozen, identity.withdrawal_banned, identity.code_needed, identity.code_wrong, identity.code_used
   */
  authorize(call: OutflowCall, outflow: Outflow): Promise<void>
  /** Counts what passed without a code. */
  keep(): Promise<void>
}

/** What is known of outflows of these wallets, whose locks are held, each at most once. */
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

/** The same for a call that has one outflow. @throws what `authorize` does */
export async function authorizeOutflow(call: OutflowCall, outflow: Outflow): Promise<void> {
  const outflows = await outflowsOf(call.tx, [call.walletId], call.now)
  await outflows.authorize(call, outflow)
  await outflows.keep()
}

/** Withdrawals ask for the code whatever their value. @returns what refuses each; undefined where its code is right */
export const authorizeWithdrawals = (
  tx: Tx,
  calls: readonly Omit<OutflowCall, 'tx'>[],
): Promise<(Refusal | undefined)[]> =>
  confirmGoogleCodes(
    tx,
    calls.map((call) => ({ ...call, given: call.givenCode })),
  )

/** Makes sure that the holder speaks, where no coins move: by the code of a bound authenticator. @throws identity.code_needed, identity.code_wrong, identity.code_used */
export async function confirmHolder(call: OutflowCall): Promise<void> {
  if (!(await isGoogleBound(call.tx, call.walletId))) return
  if (!call.givenCode) fail('identity.code_needed')
  await confirmGoogleCode(call, call.givenCode)
}
