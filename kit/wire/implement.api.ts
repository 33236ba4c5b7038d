import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Contract, InputOf, OutputOf } from './contract.ts'

export type OpenCall = {
  readonly db: Db
  readonly clock: Clock
  /** Business clock. */
  readonly now: Date
  /** Real time, for sessions, tokens, one-time codes and lockouts. */
  readonly wall: Date
  readonly secrets: Secrets
  /** Unique per caller and action, the same on retries. Ledger entries use it as their key. */
  readonly requestId: string
  readonly ip: string
  readonly origin: string
  readonly userAgent: string
}
/** @drop */
export type GivenCode = {
  readonly text: string
  readonly share: 'door' | 'inside'
  verdict: 'right' | 'wrong' | undefined
}
export type SessionCall = OpenCall & {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  readonly givenCode?: GivenCode | undefined
}
type CallOf<C extends Contract> = C['access'] extends 'open' ? OpenCall : SessionCall

export type OneOf<In> = { readonly input: In; readonly call: SessionCall & { readonly tx: Tx } }
/** A refused call has written nothing. */
export type Outcome<Out> = { readonly answer: Out } | { readonly refusal: Refusal }

export type OwnPage<Out> = {
  /** Version stamp: changes with anything the page shows. Read it before calling `make`. */
  readonly mark: string
  readonly make: () => Out | Promise<Out>
}
export type OwnCall = Pick<SessionCall, 'db' | 'now' | 'walletId'>

export type Implementation = {
  readonly contract: Contract
  /** True if one transaction runs the call and stores its answer under the idempotency key. */
  readonly transactional: boolean
  readonly runMany?: (calls: readonly OneOf<unknown>[], tx: Tx) => Promise<readonly Outcome<unknown>[]>
  readonly look?: (input: unknown, call: OwnCall) => Promise<OwnPage<unknown>>
  /** Group of a call, one of a few names. Calls with different names never wait for each other. */
  readonly groupName?: (input: unknown) => string
  /** True if all calls wait for one lock; larger batches then cost less. */
  readonly oneAtATime?: boolean
  readonly run: (input: unknown, call: SessionCall & { readonly tx?: Tx }) => Promise<unknown>
}

/** Runs the call and stores its answer in one transaction, so a retry changes nothing. */
export const implement = <C extends Contract>(
  contract: C,
  run: (input: InputOf<C>, call: CallOf<C> & { readonly tx: Tx }) => Promise<OutputOf<C>>,
): Implementation => ({ contract, transactional: true, run: run as Implementation['run'] })

/** For reads, and for calls whose whole effect is one `ledger.submit` under the request's key. */
export const implementRead = <C extends Contract>(
  contract: C,
  run: (input: InputOf<C>, call: CallOf<C>) => Promise<OutputOf<C>>,
): Implementation => ({ contract, transactional: false, run: run as Implementation['run'] })

/** A cached per-user read. `look` runs on every call, so the answer is never stale. */
export const implementOwn = <C extends Contract>(
  contract: C,
  look: (input: InputOf<C>, call: OwnCall) => Promise<OwnPage<OutputOf<C>>>,
): Implementation => ({
  contract,
  transactional: false,
  look: look as Implementation['look'] & {},
  run: async (input, call) => (await look(input as InputOf<C>, call)).make(),
})

/**
 * Runs concurrent calls of different wallets in one transaction. A refused call has written nothing. If `run` throws, the batch rolls back
 * and each call runs alone; a Refusal thrown there applies to that call.
 */
export const implementMany = <C extends Contract>(
  contract: C,
  run: (calls: readonly OneOf<InputOf<C>>[], tx: Tx) => Promise<readonly Outcome<OutputOf<C>>[]>,
  how: { readonly groupName?: (input: InputOf<C>) => string; readonly oneAtATime?: boolean } = {},
): Implementation => ({
  contract,
  transactional: true,
  ...(how as Pick<Implementation, 'groupName' | 'oneAtATime'>),
  runMany: run as Implementation['runMany'] & {},
  run: async (input, call) => {
    const { tx } = call
    expect(tx, 'a call that writes has a transaction')
    const [outcome] = await run([{ input: input as InputOf<C>, call: { ...call, tx } }], tx)
    expect(outcome, 'every call has an outcome')
    if ('refusal' in outcome) throw outcome.refusal
    return outcome.answer
  },
})

export async function outcomeOf<Out>(decide: () => Out | Promise<Out>): Promise<Outcome<Out>> {
  try {
    return { answer: await decide() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}
