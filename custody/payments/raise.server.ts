import { expect } from '#kit/expect.ts'
import { openIncidents, reportIncident, reportOnce } from '#outside/chains/incident.store.ts'
import { SignerRefused } from '#outside/chains/signer-refused.ts'
import { raisedFees, raisesMax, stuckAfterBlocks } from '../outgoing/outgoing.ts'
import { send } from '../outgoing/send.server.ts'
import {
  type Attempt,
  attemptsOf,
  dropAttempt,
  fixAttempt,
  isSigned,
  keepAttempt,
  keepWaiting,
} from './attempts.store.ts'
import type { Lane, PayerContext } from './lane.server.ts'
import { type Payment, paymentsIn } from './payments.store.ts'
import { getSigned } from './sign-payment.server.ts'

/** The unfinished payment with the lowest nonce. Later payments wait for it. */
async function lowest({ db }: PayerContext, lane: Lane): Promise<Payment | undefined> {
  const [signed] = await paymentsIn(db, lane.name, 'signed', 1)
  const [sent] = await paymentsIn(db, lane.name, 'sent', 1)
  if (!signed || !sent) return signed ?? sent
  return signed.nonce < sent.nonce ? signed : sent
}

/**
 * Raises the fee of a stuck payment. Its nonce stays, so only one of its transactions can be mined. A stopped payment's nonce goes to an
 * empty transaction. Fees are fixed before signing, bytes stored before sending.
 */
export async function raiseStuck(context: PayerContext, lane: Lane): Promise<void> {
  const payment = await lowest(context, lane)
  const connection = payment && lane.chains.get(payment.chain)
  if (!payment || !connection || payment.tron || payment.feeMaxPerGas === null) return
  const { db } = context
  const { port, payerAddress } = connection
  const attempts = await attemptsOf(db, payment.id)
  const [newest] = attempts
  if (newest && !isSigned(newest)) return signAttempt(context, lane, payment, newest)
  // The payment is mined, or an earlier one is first.
  if ((await port.nonce(payerAddress)) !== payment.nonce) return
  const head = await port.head()
  const { waitingSince, isStopAsked } = payment
  if (waitingSince === null || waitingSince > head) return keepWaiting(db, payment.id, head)
  const isStopping = isStopAsked && newest?.kind !== 'stop'
  if (!isStopping && head - waitingSince < (context.stuckAfterBlocks ?? stuckAfterBlocks)) return
  const raises = attempts.filter(({ kind }) => kind === (isStopAsked ? 'stop' : 'pay')).length
  if (raises > raisesMax) return reportStuck(context, payment)
  const last = { feeMaxPerGas: BigInt(payment.feeMaxPerGas), tipMaxPerGas: BigInt(payment.tipMaxPerGas ?? 0) }
  const outgoing = { coin: payment.coin, from: payerAddress, to: payment.address, baseUnits: 0n }
  const terms = await port.terms(outgoing)
  expect('feeMaxPerGas' in terms, 'a chain that numbers payments asks for gas')
  const fees = raisedFees(newest ?? last, terms)
  await db.transaction((tx) => fixAttempt(tx, payment, isStopAsked ? 'stop' : 'pay', fees, head))
  context.onStep?.('raise settled')
  const [settled] = await attemptsOf(db, payment.id)
  if (settled) await signAttempt(context, lane, payment, settled)
}

async function signAttempt(context: PayerContext, lane: Lane, payment: Payment, attempt: Attempt): Promise<void> {
  const { db, chains, clock } = context
  const { id, key, chain } = payment
  const connection = lane.chains.get(chain)
  const fees = { feeMaxPerGas: `${attempt.feeMaxPerGas}`, tipMaxPerGas: `${attempt.tipMaxPerGas}` }
  try {
    const { raw, hash } =
      attempt.kind === 'stop'
        ? await chains.signer.signStop({ id: key, chain, ...fees })
        : await getSigned(context, payment, fees)
    context.onStep?.('raise signed')
    await keepAttempt(db, id, attempt.number, raw, hash)
    context.onStep?.('raise kept')
    if (connection) await send(connection.port, raw, [hash])
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error
    await dropAttempt(db, id, attempt.number)
    const detail = { withdrawal: `${id}`, reason: error.message }
    await reportOnce(db, { chain, kind: 'signer_refused', halts: false, detail, at: clock.now() }, 'withdrawal')
  }
}

async function reportStuck({ db, clock }: PayerContext, { id, chain, hash }: Payment): Promise<void> {
  const withdrawal = `${id}`
  const open = await openIncidents(db)
  if (open.some(({ kind, detail }) => kind === 'payment_stuck' && detail.withdrawal === withdrawal)) return
  const detail = { withdrawal, hash: hash ?? '' }
  await reportIncident(db, { chain, kind: 'payment_stuck', halts: false, detail, at: clock.now() })
}
