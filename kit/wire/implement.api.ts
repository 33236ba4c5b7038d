import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { SessionId, WalletId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import type { Contract, InputOf, OutputOf, SecondFactorPurpose } from './contract.ts'

/** What the house knows of a call beside its input. */
export type OpenCall = {
  readonly db: Db
  /** The business clock, which the demo can move. */
  readonly clock: Clock
  /** The business moment of this call. */
  readonly now: Date
  /** The real moment: sessions, tokens, one-time codes and lock-outs run on it. */
  readonly wall: Date
  readonly secrets: Secrets
  /** Unique to this action of this caller, and the same when it is repeated: the key of what it posts. */
  readonly requestId: string
  readonly ip: string
  readonly origin: string
  readonly userAgent: string
}
/**
 * A Google code that came with a call and whose try was taken. Whoever compares it says whether it fits; one that was never compared
 * is given back.
 */
export type GivenCode = {
  readonly text: string
  readonly purpose: SecondFactorPurpose
  verdict: 'right' | 'wrong' | undefined
}
export type SessionCall = OpenCall & {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  /** What the contract's second factor holds; absent where it was left empty. */
  readonly givenCode?: GivenCode | undefined
}
type CallOf<C extends Contract> = C['access'] extends 'open' ? OpenCall : SessionCall

export type Implementation = {
  readonly contract: Contract
  /** Runs in a transaction that also keeps the answer under the request's idempotency key. */
  readonly transactional: boolean
  readonly run: (input: unknown, call: SessionCall & { readonly tx?: Tx }) => Promise<unknown>
}

/** Implements a call that writes: one transaction, opened here, which also keeps its answer so that a repeat changes nothing. */
export const implement = <C extends Contract>(
  contract: C,
  run: (input: InputOf<C>, call: CallOf<C> & { readonly tx: Tx }) => Promise<OutputOf<C>>,
): Implementation => ({ contract, transactional: true, run: run as Implementation['run'] })

/** Implements a call that only reads, or whose whole effect is one `ledger.submit` under the request's key. */
export const implementRead = <C extends Contract>(
  contract: C,
  run: (input: InputOf<C>, call: CallOf<C>) => Promise<OutputOf<C>>,
): Implementation => ({ contract, transactional: false, run: run as Implementation['run'] })
