import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import { SignerRefused } from '#outside/chains/signer/signer-refused.ts'
import {
  type Attempt,
  dropAttempt,
  endTransaction,
  fixAttempt,
  isSigned,
  keepBlockNumber,
  keepSigned,
  keepWaiting,
  moveTransaction,
  type OutgoingTransaction,
  openTransactions,
  type Signed,
  type SignedAttempt,
} from './outgoing.store.ts'
import { raisedFees, raisesMax } from './outgoing.ts'
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
  readonly state: 'confirmed' | 'failed'
  /** Waits until it is final too. */
  readonly blockNumber: number
  readonly book?: (tx: Tx) => Promise<void>
}

/** Own facts of a purpose. `tx` stores the change. */
export type Facts = {
  senderOf(chain: ChainId): { readonly port: ChainPort; readonly address: Address } | undefined
  /** The same attempt gives the same bytes. @throws SignerRefused */
  sign(transaction: OutgoingTransaction, attempt: Attempt): Promise<Signed>
  /** @returns whether to sign others now */
  refused(transaction: OutgoingTransaction, error: SignerRefused): Promise<boolean>
  signed?(tx: Tx, transaction: OutgoingTransaction): Promise<unknown>
  sent?(tx: Tx, transaction: OutgoingTransaction): Promise<void>
  unsent?(tx: Tx, transaction: OutgoingTransaction): Promise<void>
  judge(transaction: OutgoingTransaction, mined: Mined): Promise<Judgement>
  expired?(tx: Tx, transaction: OutgoingTransaction): Promise<void>
  /** Reports a foreign use of the nonce. Without it, the transaction ends as lost. */
  halt?(transaction: OutgoingTransaction): Promise<void>
  /** @param blocks waited as the next one */
  isStuck?(newest: Attempt, blocks: number): boolean
  isStopAsked?(transaction: OutgoingTransaction): Promise<boolean>
  /** No fee helped. Without it, fees rise without end. */
  report?(transaction: OutgoingTransaction): Promise<void>
}

type One = FollowContext & {
  readonly facts: Facts
  readonly port: ChainPort
  readonly each: OutgoingTransaction
  /** Newest first. */
  readonly attempts: readonly [SignedAttempt, ...SignedAttempt[]]
}

const openMax = 50

/** Signs, sends and raises a lane's transactions until they are final. */
export async function follow(context: FollowContext, lane: string, facts: Facts): Promise<void> {
  await signOpen(context, lane, facts)
  const all = (await openTransactions(context.db, lane, openMax)).flatMap((each): One[] => {
    const sender = facts.senderOf(each.chain)
    const [newest, ...older] = each.attempts.filter(isSigned)
    return sender && newest ? [{ ...context, facts, port: sender.port, each, attempts: [newest, ...older] }] : []
  })
  for (const one of all.filter(({ each }) => each.state === 'signed')) {
    const outcome = await deliver(one)
    if (outcome === 'halt') return
    if (outcome === 'wait') break
  }
  for (const one of all.filter(({ each }) => each.state === 'sent')) await confirm(one)
  if (await raiseStuck(context, lane, facts)) await signOpen(context, lane, facts)
}

/** Terms are fixed before, so a repeat gives the same bytes. @returns whether to sign others now */
export async function signOpen({ db, onStep }: FollowContext, lane: string, facts: Facts): Promise<boolean> {
  for (const each of await openTransactions(db, lane, 1)) {
    const [newest] = each.attempts
    const sender = facts.senderOf(each.chain)
    if (!sender || !newest || isSigned(newest)) continue
    try {
      const signed = await facts.sign(each, newest)
      onStep?.('signed')
      const isKept = await db.transaction(async (tx) => {
        if (!(await keepSigned(tx, each.id, newest.number, signed))) return false
        if (each.state === 'allocated') await facts.signed?.(tx, each)
        return true
      })
      onStep?.('kept')
      const hashes = [signed, ...each.attempts.filter(isSigned)].map(({ hash }) => hash)
      if (isKept && each.state !== 'allocated') await send(sender.port, signed.raw, hashes)
    } catch (error) {
      if (!(error instanceof SignerRefused)) throw error
      if (newest.number > 1) await dropAttempt(db, each.id, newest.number)
      if (!(await facts.refused(each, error))) return false
    }
  }
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

/** Raises the fee of a lane's next transaction if it is stuck. The nonce stays, so only one attempt can be mined. @returns whether it did */
async function raiseStuck({ db, clock, onStep }: FollowContext, lane: string, facts: Facts): Promise<boolean> {
  const [lowest] = await openTransactions(db, lane, 1)
  const sender = lowest && facts.senderOf(lowest.chain)
  const [newest] = lowest?.attempts ?? []
  if (!lowest || !sender || !facts.isStuck || !isSigned(newest) || 'expiration' in newest.terms) return false
  const { port, address } = sender
  const { id, nonce, waitingSince, attempts } = lowest
  // It is mined, or an earlier one is first.
  if ((await port.nonce(address)) !== nonce) return false
  const head = await port.head()
  if (waitingSince === null || waitingSince > head) {
    await keepWaiting(db, id, head)
    return false
  }
  const kind = (await facts.isStopAsked?.(lowest)) ? 'stop' : 'send'
  if (newest.kind === kind && !facts.isStuck(newest, head - waitingSince)) return false
  if (facts.report && attempts.filter((each) => each.kind === kind).length > raisesMax) {
    await facts.report(lowest)
    return false
  }
  const terms = await port.terms({ coin: 'USDT', from: address, to: address, baseUnits: 0n })
  expect('feeMaxPerGas' in terms, 'a chain that numbers transactions asks for gas')
  const raised = {
    kind,
    terms: raisedFees(newest.terms, terms),
    number: newest.number + 1,
    madeAt: clock.now(),
  } as const
  await db.transaction(async (tx) => {
    await fixAttempt(tx, id, raised)
    await keepWaiting(tx, id, head)
  })
  onStep?.('raise settled')
  return true
}
