import { chainCoin } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import { expect } from '#kit/expect.ts'
import { post } from '#ledger/ledger.store.ts'
import { toBaseUnits } from '#outside/chains/erc20.ts'
import { reportIncident, reportOnce } from '#outside/chains/incident.store.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import { SignerRefused } from '#outside/chains/signer-refused.ts'
import { type Facts, follow, type Judgement, type Mined } from '../outgoing/follow.server.ts'
import { stuckAfterBlocks } from '../outgoing/outgoing.ts'
import { type RaiseFacts, raiseStuck } from '../outgoing/raise.server.ts'
import type { Lane, PayerContext } from './lane.server.ts'
import { paymentConfirmedEntry, paymentFailedEntry } from './payment-entries.ts'
import { type Payment, paymentOf } from './payments.store.ts'
import { getSigned } from './sign-payment.server.ts'
import { moveWithdrawal } from './withdrawals.store.ts'

export async function followPayments(context: PayerContext, lane: Lane): Promise<void> {
  const portOf = (chain: Payment['chain']) => lane.chains.get(chain)?.port
  if (await follow(context, portOf, lane.name, factsOf(context, lane)))
    await raiseStuck(context, lane.name, raiseFactsOf(context, lane))
}

function factsOf({ db, clock }: PayerContext, lane: Lane): Facts {
  return {
    sent: async (tx, transaction) => moveWithdrawal(tx, (await paymentOf(tx, transaction)).id, 'confirming'),
    unsent: async (tx, transaction) => moveWithdrawal(tx, (await paymentOf(tx, transaction)).id, 'sending'),
    judge: async (transaction, mined) => judge(clock, lane, await paymentOf(db, transaction), mined),
    expired: async (tx, transaction) => {
      const [payment, now] = [await paymentOf(tx, transaction), clock.now()]
      await post(tx, paymentFailedEntry(payment, now))
      const note = 'the transaction passed its end without a block'
      await moveWithdrawal(tx, payment.id, 'failed', { endedAt: now, note })
    },
    halt: async ({ id, chain, nonce, attempts }) => {
      const { id: withdrawal } = await paymentOf(db, { id })
      const detail = { withdrawal: `${withdrawal}`, nonce: `${nonce}`, hash: attempts.at(-1)?.hash ?? '' }
      await reportIncident(db, { chain, kind: 'nonce_taken', halts: true, detail, at: clock.now() })
    },
  }
}

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

function raiseFactsOf(context: PayerContext, lane: Lane): RaiseFacts {
  const { db, clock, chains } = context
  return {
    senderOf: ({ chain }) => {
      const connection = lane.chains.get(chain)
      return connection && { port: connection.port, address: connection.payerAddress }
    },
    isStuck: (_, blocks) => blocks >= (context.stuckAfterBlocks ?? stuckAfterBlocks),
    isStopAsked: async (transaction) => (await paymentOf(db, transaction)).isStopAsked,
    sign: async (transaction, attempt) => {
      const { chain } = transaction
      const payment = await paymentOf(db, transaction)
      try {
        if (attempt.kind === 'send') return await getSigned(context, payment, transaction, attempt)
        expect('feeMaxPerGas' in attempt.terms, 'only a chain that numbers transactions has stops')
        const { feeMaxPerGas, tipMaxPerGas } = attempt.terms
        const fees = { feeMaxPerGas: `${feeMaxPerGas}`, tipMaxPerGas: `${tipMaxPerGas}` }
        return await chains.signer.signStop({ id: payment.key, chain, ...fees })
      } catch (error) {
        if (!(error instanceof SignerRefused)) throw error
        const detail = { withdrawal: `${payment.id}`, reason: error.message }
        await reportOnce(db, { chain, kind: 'signer_refused', halts: false, detail, at: clock.now() }, 'withdrawal')
        return undefined
      }
    },
    report: async ({ id, chain, attempts }) => {
      const detail = { withdrawal: `${(await paymentOf(db, { id })).id}`, hash: attempts.at(-1)?.hash ?? '' }
      await reportOnce(db, { chain, kind: 'payment_stuck', halts: false, detail, at: clock.now() }, 'withdrawal')
    },
  }
}
