import { chainCoin } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { toBaseUnits } from '#outside/chains/evm/erc20.ts'
import { reportIncident, reportOnce } from '#outside/chains/incident.store.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import { DayIsFull, NeedsApproval } from '#outside/chains/signer/signer-refused.ts'
import type { Facts, Judgement, Mined } from '../outgoing/follow.server.ts'
import type { OutgoingTransaction } from '../outgoing/outgoing.store.ts'
import { feesOf, stuckAfterBlocks } from '../outgoing/outgoing.ts'
import type { Lane, PayerContext } from './lane.server.ts'
import { refuse } from './pay-next.server.ts'
import { paymentConfirmedEntry, paymentFailedEntry, paymentSignedEntry } from './payment-entries.ts'
import { giveBack, type Payment, paymentOf } from './payments.store.ts'
import { checkPayment, getSigned } from './sign-payment.server.ts'
import { askReview, moveWithdrawal } from './withdrawals.store.ts'

export function paymentFacts(context: PayerContext, lane: Lane): Facts {
  const { db, clock, chains } = context
  return {
    senderOf: (chain) => {
      const connection = lane.chains.get(chain)
      return connection && { port: connection.port, address: connection.payerAddress }
    },
    sign: async (transaction, attempt) => {
      const payment = await paymentOf(db, transaction)
      if (attempt.kind === 'stop') {
        const fees = feesOf(attempt)
        return chains.signer.signStop({ id: payment.key, chain: payment.chain, ...fees })
      }
      if (transaction.state === 'allocated') await checkPayment(context, lane, payment)
      return getSigned(context, payment, transaction, attempt)
    },
    refused: async (transaction, error) => {
      const payment = await paymentOf(db, transaction)
      const { id, chain, deposit } = payment
      const reason = error.message
      if (transaction.state !== 'allocated') {
        const detail = { withdrawal: `${id}`, reason }
        await reportOnce(db, { chain, kind: 'signer_refused', halts: false, detail, at: clock.now() }, 'withdrawal')
      } else if (error instanceof DayIsFull) {
        // The payment returns to the queue without review and keeps its approvals. Another lane used up the cap.
        await db.transaction((tx) => giveBack(tx, transaction))
        return false
      } else if (error instanceof NeedsApproval && !deposit)
        await db.transaction(async (tx) => {
          if (await giveBack(tx, transaction)) await askReview(tx, id, reason)
        })
      else await refuse(context, id, chain, reason, (tx) => giveBack(tx, transaction))
      return true
    },
    signed: async (tx, transaction) => post(tx, paymentSignedEntry(await paymentOf(tx, transaction), clock.now())),
    sent: async (tx, transaction) => moveWithdrawal(tx, (await paymentOf(tx, transaction)).id, 'confirming'),
    unsent: async (tx, transaction) => moveWithdrawal(tx, (await paymentOf(tx, transaction)).id, 'sending'),
    judge: async (transaction, mined) => judge(clock, lane, await paymentOf(db, transaction), mined),
    expired: async (tx, transaction) => {
      const [payment, now] = [await paymentOf(tx, transaction), clock.now()]
      await post(tx, paymentFailedEntry(payment, now))
      const note = 'the transaction passed its end without a block'
      await moveWithdrawal(tx, payment.id, 'failed', { endedAt: now, note })
    },
    halt: async (transaction) => {
      const detail = { ...(await detailOf(db, transaction)), nonce: `${transaction.nonce}` }
      await reportIncident(db, { chain: transaction.chain, kind: 'nonce_taken', halts: true, detail, at: clock.now() })
    },
    isStuck: (_, blocks) => blocks >= (context.stuckAfterBlocks ?? stuckAfterBlocks),
    isStopAsked: async (transaction) => (await paymentOf(db, transaction)).isStopAsked,
    report: async (transaction) => {
      const [{ chain }, detail] = [transaction, await detailOf(db, transaction)]
      await reportOnce(db, { chain, kind: 'payment_stuck', halts: false, detail, at: clock.now() }, 'withdrawal')
    },
  }
}

const detailOf = async (sql: Sql, transaction: OutgoingTransaction) => ({
  withdrawal: `${(await paymentOf(sql, transaction)).id}`,
  hash: transaction.attempts.at(-1)?.hash ?? '',
})

/** A token call may succeed without a transfer; only its log proves one. */
function isPaid(lane: Lane, { chain, coin, receivedUnits, address }: Payment, receipt: Receipt): boolean {
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
async function paidBefore(port: ChainPort, { key }: Payment, hash: string): Promise<Receipt | undefined> {
  const first = await port.paidIn(key)
  return first && first !== hash ? port.receipt(first) : undefined
}

async function judge(
  clock: Pick<Clock, 'now'>,
  lane: Lane,
  payment: Payment,
  { attempt, receipt }: Mined,
): Promise<Judgement> {
  const { id, chain } = payment
  const port = lane.chains.get(chain)?.port
  expect(port, 'a payment is of a chain of its lane')
  const earlier = receipt.succeeded ? undefined : await paidBefore(port, payment, attempt.hash)
  const decisive = earlier ?? receipt
  const isDone = decisive.succeeded && isPaid(lane, payment, decisive)
  const isStopped = attempt.kind === 'stop'
  const whyFailed = isStopped
    ? 'stopped by the operator'
    : receipt.succeeded
      ? 'the token moved nothing'
      : 'the transaction was reverted'
  return {
    state: isDone ? 'confirmed' : 'failed',
    blockNumber: decisive.blockNumber,
    book: async (tx) => {
      const now = clock.now()
      await post(tx, isDone ? paymentConfirmedEntry(payment, now) : paymentFailedEntry(payment, now))
      await moveWithdrawal(tx, id, isDone ? 'done' : 'failed', { endedAt: now, note: isDone ? '' : whyFailed })
      const detail = { withdrawal: `${id}`, hash: attempt.hash }
      // A second payment happens only if both database and signer lost the first.
      if (earlier) await reportIncident(tx, { chain, kind: 'nonce_ahead', halts: true, detail, at: now })
      if (receipt.succeeded && !isDone && !isStopped)
        await reportIncident(tx, { chain, kind: 'silent_transfer', halts: true, detail, at: now })
    },
  }
}
