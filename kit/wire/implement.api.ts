import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import type { SessionId, WalletId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import type { Contract, InputOf, OutputOf } from './contract.ts'

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
  /** Which share of its authenticator's tries it took one of (identity/tries.ts). */
  readonly share: 'door' | 'inside'
  verdict: 'right' | 'wrong' | undefined
}
export type SessionCall = OpenCall & {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  /** What the contract's second factor holds; absent where it was left empty. */
  readonly givenCode?: GivenCode | undefined
}
type CallOf<C extends Contract> = C['access'] extends 'open' ? OpenCall : SessionCall

/** One call of several that are made in one transaction. */
export type OneOf<In> = { readonly input: In; readonly call: SessionCall & { readonly tx: Tx } }
/** What became of one of them: its answer, or its refusal, which has written nothing. */
export type Outcome<Out> = { readonly answer: Out } | { readonly refusal: Refusal }

/** A page of the caller's own that is given again for as long as it would be the same. */
export type OwnPage<Out> = {
  /** Everything that it is made of, or what changes whenever any of that does. It was read before anything that `make` reads. */
  readonly mark: string
  readonly make: () => Out | Promise<Out>
}
export type OwnCall = Pick<SessionCall, 'db' | 'now' | 'walletId'>

export type Implementation = {
  readonly contract: Contract
  /** Runs in a transaction that also keeps the answer under the request's idempotency key. */
  readonly transactional: boolean
  /** Makes several calls at once, each of another wallet, in one transaction. */
  readonly runMany?: (calls: readonly OneOf<unknown>[], tx: Tx) => Promise<readonly Outcome<unknown>[]>
  /** Of a read of the caller's own that can tell whether it changed. */
  readonly look?: (input: unknown, call: OwnCall) => Promise<OwnPage<unknown>>
  /** What calls that are made together have in common, one of a few names: calls of different names never wait for each other. */
  readonly groupName?: (input: unknown) => string
  /** Whether all of these calls wait for one lock anyway: one larger group at a time costs less than two that wait for each other. */
  readonly oneAtATime?: boolean
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

/**
 * Implements a read of the caller's own that is not made again while nothing has changed that it shows. `look` is asked at every call, so nobody
 * is shown what is not so any more; it costs little where it asks for all who look at the same moment.
 */
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
 * Implements a call that writes, for all who call at the same time: one transaction loads for all, decides each for itself, and writes what
 * is to be written. A call that is refused says so in its outcome and has written nothing. What `run` throws undoes all of them, and each is
 * made again alone: there a Refusal that is thrown is the refusal of that one call.
 * @param how groupName, where not all calls may wait for each other: what those have in common that are made together, one of a few names.
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

/** Decides one call of several: what is thrown as a Refusal is its outcome. @throws what is no Refusal */
export async function outcomeOf<Out>(decide: () => Out | Promise<Out>): Promise<Outcome<Out>> {
  try {
    return { answer: await decide() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}
