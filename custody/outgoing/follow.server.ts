import { type ChainId, chains } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import {
  type EndState,
  endTransaction,
  isSigned,
  keepBlockNumber,
  keepSigned,
  moveTransaction,
  type OutgoingTransaction,
  openTransactions,
  type Signed,
  type SignedAttempt,
} from './outgoing.store.ts'
import { isDeep, isOneKnown, send } from './send.server.ts'

export type FollowContext = {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  /** For tests. */
  readonly confirmations?: (chain: ChainId) => number
  /** For tests. */
  readonly onStep?: (step: string) => void
}

export type Mined = { readonly attempt: SignedAttempt; readonly receipt: Receipt }
export type Judgement = {
  readonly state: EndState & ('confirmed' | 'failed')
  /** Waits until it is final too. */
  readonly blockNumber: number
  readonly book?: (tx: Tx) => Promise<void>
}

/** Own facts of a purpose. `tx` stores the change. */
export type Facts = {
  sent?(tx: Tx, transaction: OutgoingTransaction): Promise<void>
  unsent?(tx: Tx, transaction: OutgoingTransaction): Promise<void>
  judge(transaction: OutgoingTransaction, mined: Mined): Promise<Judgement>
  expired?(tx: Tx, transaction: OutgoingTransaction): Promise<void>
  /** Reports a foreign use of the nonce. Without it, the transaction ends as lost. */
  halt?(transaction: OutgoingTransaction): Promise<void>
}

type One = FollowContext & {
  readonly facts: Facts
  readonly port: ChainPort
  readonly each: OutgoingTransaction
  /** Newest first. */
  readonly attempts: readonly [SignedAttempt, ...SignedAttempt[]]
}

const openMax = 50

/** Sends a lane's signed transactions in order until they are final, always with the same bytes. @returns false if the lane halts */
export async function follow(
  context: FollowContext,
  portOf: (chain: ChainId) => ChainPort | undefined,
  lane: string,
  facts: Facts,
): Promise<boolean> {
  const all = (await openTransactions(context.db, lane, openMax)).flatMap((each): One[] => {
    const port = portOf(each.chain)
    const [newest, ...older] = each.attempts.filter(isSigned)
    return port && newest ? [{ ...context, facts, port, each, attempts: [newest, ...older] }] : []
  })
  for (const one of all.filter(({ each }) => each.state === 'signed')) {
    const outcome = await deliver(one)
    if (outcome === 'halt') return false
    if (outcome === 'wait') break
  }
  for (const one of all.filter(({ each }) => each.state === 'sent')) await confirm(one)
  return true
}

const hashesOf = ({ attempts }: One): readonly string[] => attempts.map(({ hash }) => hash)

async function deliver(one: One): Promise<'next' | 'wait' | 'halt'> {
  const { db, clock, onStep, facts, port, each, attempts } = one
  const [newest] = attempts
  onStep?.('before sending')
  const outcome = await send(port, newest.raw, hashesOf(one))
  onStep?.('sent')
  // TRON has no nonces, so later payments need not wait.
  if (outcome === 'again') return (await expire(one)) || 'expiration' in newest.terms ? 'next' : 'wait'
  if (outcome === 'lost') {
    if (facts.halt) await facts.halt(each)
    else await db.transaction((tx) => endTransaction(tx, each, { state: 'lost', at: clock.now() }))
    return facts.halt ? 'halt' : 'wait'
  }
  await db.transaction(async (tx) => {
    if (await moveTransaction(tx, each.id, 'signed', 'sent')) await facts.sent?.(tx, each)
  })
  onStep?.('marked sent')
  return 'next'
}

async function confirm(one: One): Promise<void> {
  const { db, onStep, facts, each } = one
  const mined = await minedOf(one)
  if (mined) await takeReceipt(one, mined)
  else if (!(await isWaiting(one)) && !(await expire(one)))
    await db.transaction(async (tx) => {
      if (await moveTransaction(tx, each.id, 'sent', 'signed')) await facts.unsent?.(tx, each)
    })
  onStep?.('looked')
}

async function minedOf({ port, attempts }: One): Promise<Mined | undefined> {
  for (const attempt of attempts) {
    const receipt = await port.receipt(attempt.hash)
    if (receipt) return { attempt, receipt }
  }
  return undefined
}

/** On TRON sends again, because nodes show only transactions in blocks for certain. */
async function isWaiting(one: One): Promise<boolean> {
  const { port, attempts } = one
  const [newest] = attempts
  const isKnown = () => isOneKnown(port, hashesOf(one))
  if (!('expiration' in newest.terms)) return isKnown()
  if (await port.isOver(newest.hash, newest.terms)) return false
  return (await send(port, newest.raw, hashesOf(one))) === 'sent' || isKnown()
}

async function takeReceipt(one: One, { attempt, receipt }: Mined): Promise<void> {
  const { db, clock, confirmations, onStep, facts, port, each } = one
  const { id, chain } = each
  if (each.blockNumber !== receipt.blockNumber) await keepBlockNumber(db, id, receipt.blockNumber)
  const { state, blockNumber, book } = await facts.judge(each, { attempt, receipt })
  const needed = confirmations?.(chain) ?? chains[chain].confirmations
  if (!(await isDeep(port, Math.max(blockNumber, receipt.blockNumber), needed))) return
  onStep?.('before ending')
  const ended = { state, attempt: attempt.number, blockNumber: receipt.blockNumber, at: clock.now() }
  await db.transaction(async (tx) => {
    if (await endTransaction(tx, each, ended)) await book?.(tx)
  })
  onStep?.('ended')
}

/** @returns whether it ended because its bytes expired without a block */
async function expire({ db, clock, onStep, facts, port, each, attempts }: One): Promise<boolean> {
  const [{ hash, terms }] = attempts
  if (!(await port.isOver(hash, terms))) return false
  onStep?.('before giving up')
  await db.transaction(async (tx) => {
    if (await endTransaction(tx, each, { state: 'expired', at: clock.now() })) await facts.expired?.(tx, each)
  })
  onStep?.('ended')
  return true
}

/** Signs fixed terms and stores the bytes. @param kept runs once, in the same database transaction */
export async function signFirst(
  { db, onStep }: FollowContext,
  { id, attempts }: Pick<OutgoingTransaction, 'id' | 'attempts'>,
  sign: (attempt: OutgoingTransaction['attempts'][number]) => Promise<Signed>,
  kept: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<void> {
  const [first] = attempts
  expect(first, 'a transaction has an attempt')
  const signed = await sign(first)
  onStep?.('signed')
  await db.transaction(async (tx) => {
    if (await keepSigned(tx, id, first.number, signed)) await kept(tx)
  })
  onStep?.('kept')
}
