import type { Address } from '#kit/chain/address.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import { reportOnce } from '#outside/chains/incident.store.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import { DayIsFull, type SignerRefused } from '#outside/chains/signer/signer-refused.ts'
import { addTransaction, endTransaction, type NewTransaction, type OutgoingTransaction } from './outgoing.store.ts'

type Context = { readonly db: Db; readonly clock: Pick<Clock, 'now'> }
type Begun = Pick<NewTransaction, 'purpose' | 'chain' | 'lane'> & {
  readonly port: ChainPort
  readonly address: Address
}

/** Fixes nonce and fees, unless the lane is busy. @param keep stores the purpose's facts */
export async function begin(
  { db, clock }: Context,
  { port, address, ...begun }: Begun,
  keep: (tx: Tx, id: bigint) => Promise<unknown>,
): Promise<void> {
  const nonce = await port.nonce(address)
  const terms = await port.terms({ coin: 'USDT', from: address, to: address, baseUnits: 0n })
  expect(nonce !== undefined && 'feeMaxPerGas' in terms, 'the chain numbers transactions')
  await db.transaction(async (tx) => {
    const id = await addTransaction(tx, { ...begun, nonce, terms, at: clock.now() })
    if (id !== undefined) await keep(tx, id)
  })
}

/** For transactions that can wait a day. @param what named in the only notice. @throws a final refusal */
export async function waitForRoom(
  { db, clock }: Context,
  what: string,
  transaction: OutgoingTransaction,
  error: SignerRefused,
): Promise<true> {
  const { chain, state } = transaction
  if (error instanceof DayIsFull) {
    const detail = { reason: what, said: error.message }
    await reportOnce(db, { chain, kind: 'signer_full', halts: false, detail, at: clock.now() }, 'reason')
    return true
  }
  if (state === 'allocated')
    await db.transaction((tx) => endTransaction(tx, transaction, { state: 'refused', at: clock.now() }))
  throw error
}
