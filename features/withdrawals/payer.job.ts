import { chainCoin, chains as chainTerms } from '#kit/chains.ts'
import { expect } from '#kit/expect.ts'
import { post } from '#ledger/ledger.store.ts'
import { toBaseUnits } from '#outside/chains/erc20.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import type { Receipt } from '#outside/chains/port.ts'
import { keepBlockNumber, movePayment, type Payment, paymentsIn } from './payments.store.ts'
import { confirmedEntry, failedEntry } from './withdrawal-entries.ts'
import type { Lane, PayerContext } from './withdrawals.job.ts'
import { moveWithdrawal } from './withdrawals.store.ts'
import { decideBroadcast } from './withdrawals.ts'

const sentMax = 50

const portOf = (lane: Lane, { chain }: Payment) => {
  const connection = lane.chains.get(chain)
  expect(connection, 'a payment is of a chain of its lane')
  return connection.port
}

/**
 * Hands over signed bytes in the order of their numbers. Stops at the first that is unclear: those after it could not be mined anyway.
 * @returns false when somebody else used our number, and the lane is halted.
 */
export async function broadcastSigned(context: PayerContext, lane: Lane): Promise<boolean> {
  const { db, clock } = context
  for (const payment of await paymentsIn(db, lane.name, 'signed', sentMax)) {
    const { id, raw, hash, chain, nonce } = payment
    expect(raw && hash, 'a signed payment has its bytes')
    context.onStep?.('before sending')
    const port = portOf(lane, payment)
    const answer = await port.broadcast(raw)
    context.onStep?.('sent')
    const decision = decideBroadcast(answer, answer === 'nonce_too_low' && (await port.knows(hash)))
    if (decision === 'again') return true
    if (decision === 'halt') {
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

/** Looks what became of what was sent: confirmed, failed, still on its way, or gone with its block and to be sent again. */
export async function confirmSent(context: PayerContext, lane: Lane): Promise<void> {
  for (const payment of await paymentsIn(context.db, lane.name, 'sent', sentMax)) {
    const port = portOf(lane, payment)
    const { id, hash } = payment
    expect(hash, 'a sent payment has its hash')
    const receipt = await port.receipt(hash)
    if (receipt) await settleReceipt(context, lane, payment, receipt)
    else if (!(await port.knows(hash)))
      await context.db.transaction(async (tx) => {
        if (await movePayment(tx, id, 'sent', 'signed')) await moveWithdrawal(tx, id, 'sending')
      })
    context.onStep?.('looked')
  }
}

/** Whether the coins really moved. A token may say yes and do nothing; only its log proves a transfer. */
function isPaid({ hotAddress }: PayerContext['chains'], payment: Payment, receipt: Receipt): boolean {
  const { chain, coin, units, feeUnits, address } = payment
  const terms = chainCoin(chain, coin)
  expect(terms, 'a payment is of a coin of its chain')
  const baseUnits = toBaseUnits(units - feeUnits, terms.decimals)
  return receipt.transfers.some(
    (moved) =>
      moved.coin === coin && moved.from === hotAddress && moved.to === address && moved.baseUnits === baseUnits,
  )
}

async function settleReceipt(context: PayerContext, lane: Lane, payment: Payment, receipt: Receipt): Promise<void> {
  const { db, clock, chains } = context
  const { id, chain, hash, blockNumber } = payment
  if (blockNumber !== BigInt(receipt.blockNumber)) await keepBlockNumber(db, id, receipt.blockNumber)
  const needed = context.confirmations?.(chain) ?? chainTerms[chain].confirmations
  const head = await portOf(lane, payment).head()
  if (head - receipt.blockNumber + 1 < needed) return
  const now = clock.now()
  const isDone = receipt.succeeded && isPaid(chains, payment, receipt)
  context.onStep?.('before confirming')
  await db.transaction(async (tx) => {
    if (!(await movePayment(tx, id, 'sent', isDone ? 'confirmed' : 'failed'))) return
    await post(tx, isDone ? confirmedEntry(payment, now) : failedEntry(payment, now))
    const note = isDone ? '' : receipt.succeeded ? 'the token moved nothing' : 'the transaction was reverted'
    await moveWithdrawal(tx, id, isDone ? 'done' : 'failed', { endedAt: now, note })
    const detail = { withdrawal: `${id}`, hash: hash ?? '' }
    if (receipt.succeeded && !isDone)
      await reportIncident(tx, { chain, kind: 'silent_transfer', halts: true, detail, at: now })
  })
  context.onStep?.('confirmed')
}
