import { chainCoin, chains as chainTerms } from '#kit/chains.ts'
import { expect } from '#kit/expect.ts'
import { post } from '#ledger/ledger.store.ts'
import { toBaseUnits } from '#outside/chains/erc20.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import { isDeep, isOneKnown, send } from '../outgoing/send.server.ts'
import { keepMined, type SignedAttempt, signedAttempts } from './attempts.store.ts'
import type { Lane, PayerContext } from './lane.server.ts'
import { paymentConfirmedEntry, paymentFailedEntry } from './payment-entries.ts'
import { keepBlockNumber, movePayment, type Payment, paymentsIn } from './payments.store.ts'
import { moveWithdrawal } from './withdrawals.store.ts'

const sentMax = 50

const portOf = (lane: Lane, { chain }: Payment) => {
  const connection = lane.chains.get(chain)
  expect(connection, 'a payment is of a chain of its lane')
  return connection.port
}

/** @returns false if a foreign transaction used our nonce, which halts the lane. */
export async function broadcastSigned(context: PayerContext, lane: Lane): Promise<boolean> {
  const { db, clock } = context
  for (const payment of await paymentsIn(db, lane.name, 'signed', sentMax)) {
    const { id, hash, chain, nonce } = payment
    const attempts = await signedAttempts(db, payment)
    const [newest] = attempts
    expect(newest && hash, 'a signed payment has its bytes')
    context.onStep?.('before sending')
    const port = portOf(lane, payment)
    const outcome = await send(port, newest.raw, hashesOf(attempts))
    context.onStep?.('sent')
    if (outcome === 'again') {
      if (await giveUp(context, lane, payment)) continue
      // TRON has no nonces, so later payments need not wait.
      if (payment.tron) continue
      return true
    }
    if (outcome === 'lost') {
      const detail = { withdrawal: `${id}`, nonce: `${nonce}`, hash }
      await reportIncident(db, { chain, kind: 'nonce_taken', halts: true, detail, at: clock.now() })
      return false
    }
    await db.transaction(async (tx) => {
      if (await movePayment(tx, id, 'signed', 'sent')) await moveWithdrawal(tx, id, 'confirming')
    })
    context.onStep?.('marked sent')
  }
  return true
}

export async function confirmSent(context: PayerContext, lane: Lane): Promise<void> {
  for (const payment of await paymentsIn(context.db, lane.name, 'sent', sentMax)) {
    const port = portOf(lane, payment)
    const { id } = payment
    const attempts = await signedAttempts(context.db, payment)
    const mined = await minedOf(port, attempts)
    if (mined) await takeReceipt(context, lane, payment, mined)
    else if (!(await isWaiting(port, payment, attempts)) && !(await giveUp(context, lane, payment)))
      await context.db.transaction(async (tx) => {
        if (await movePayment(tx, id, 'sent', 'signed')) await moveWithdrawal(tx, id, 'sending')
      })
    context.onStep?.('looked')
  }
}

type Mined = { readonly attempt: SignedAttempt; readonly receipt: Receipt }

async function minedOf(port: ChainPort, attempts: readonly SignedAttempt[]): Promise<Mined | undefined> {
  for (const attempt of attempts) {
    const receipt = await port.receipt(attempt.hash)
    if (receipt) return { attempt, receipt }
  }
  return undefined
}

const hashesOf = (attempts: readonly SignedAttempt[]): readonly string[] => attempts.map(({ hash }) => hash)

/** If the node's answer is unclear, the payment is sent again. */
async function isWaiting(port: ChainPort, { tron }: Payment, attempts: readonly SignedAttempt[]): Promise<boolean> {
  const [newest] = attempts
  expect(newest, 'a sent payment has its bytes')
  if (await isOneKnown(port, hashesOf(attempts))) return true
  return tron !== null && (await send(port, newest.raw, hashesOf(attempts))) === 'sent'
}

/** Refunds a payment whose signed bytes expired without a block. @returns whether the payment is over. */
async function giveUp({ db, clock, onStep }: PayerContext, lane: Lane, payment: Payment): Promise<boolean> {
  const { id, hash, tron } = payment
  if (!tron || !hash || !(await portOf(lane, payment).isOver(hash, tron))) return false
  const now = clock.now()
  onStep?.('before giving up')
  await db.transaction(async (tx) => {
    if (!(await movePayment(tx, id, payment.state === 'sent' ? 'sent' : 'signed', 'failed'))) return
    await post(tx, paymentFailedEntry(payment, now))
    await moveWithdrawal(tx, id, 'failed', { endedAt: now, note: 'the transaction passed its end without a block' })
  })
  onStep?.('given up')
  return true
}

/** A token call may succeed without a transfer; only its log proves one. */
function isPaid(lane: Lane, payment: Payment, receipt: Receipt): boolean {
  const { chain, coin, receivedUnits, address } = payment
  const terms = chainCoin(chain, coin)
  const hotAddress = lane.chains.get(chain)?.hotAddress
  expect(terms, 'a payment is of a coin of its chain')
  const baseUnits = toBaseUnits(receivedUnits, terms.decimals)
  return receipt.transfers.some(
    (moved) =>
      moved.coin === coin && moved.from === hotAddress && moved.to === address && moved.baseUnits === baseUnits,
  )
}

/** The earlier payment, if the payout contract had already paid this withdrawal. */
async function paidBefore(port: ChainPort, { key, hash }: Payment): Promise<Receipt | undefined> {
  const first = await port.paidIn(key)
  return first && first !== hash ? port.receipt(first) : undefined
}

async function takeReceipt(context: PayerContext, lane: Lane, payment: Payment, mined: Mined): Promise<void> {
  const { db, clock } = context
  const { receipt, attempt } = mined
  const { hash } = attempt
  const isStopped = attempt.kind === 'stop'
  const { id, chain, blockNumber } = payment
  if (blockNumber !== BigInt(receipt.blockNumber)) await keepBlockNumber(db, id, receipt.blockNumber)
  const needed = context.confirmations?.(chain) ?? chainTerms[chain].confirmations
  const port = portOf(lane, payment)
  const earlier = receipt.succeeded ? undefined : await paidBefore(port, payment)
  const blockNumberMax = Math.max(receipt.blockNumber, earlier?.blockNumber ?? 0)
  if (!(await isDeep(port, blockNumberMax, needed))) return
  const now = clock.now()
  const decisive = earlier ?? receipt
  const isDone = decisive.succeeded && isPaid(lane, payment, decisive)
  context.onStep?.('before confirming')
  await db.transaction(async (tx) => {
    if (!(await movePayment(tx, id, 'sent', isDone ? 'confirmed' : 'failed'))) return
    await keepMined(tx, id, attempt)
    await post(tx, isDone ? paymentConfirmedEntry(payment, now) : paymentFailedEntry(payment, now))
    const note = isDone
      ? ''
      : isStopped
        ? 'stopped by the operator'
        : receipt.succeeded
          ? 'the token moved nothing'
          : 'the transaction was reverted'
    await moveWithdrawal(tx, id, isDone ? 'done' : 'failed', { endedAt: now, note })
    const detail = { withdrawal: `${id}`, hash }
    // A second payment happens only if both database and signer lost the first.
    if (earlier) await reportIncident(tx, { chain, kind: 'nonce_ahead', halts: true, detail, at: now })
    if (receipt.succeeded && !isDone && !isStopped)
      await reportIncident(tx, { chain, kind: 'silent_transfer', halts: true, detail, at: now })
  })
  context.onStep?.('confirmed')
}
