import type { Address } from '#kit/address.ts'
import { expect } from '#kit/expect.ts'
import type { ConnectedChain } from '#outside/chains/connect.server.ts'
import { SignerRefused } from '#outside/chains/signer-refused.ts'
import type { FollowContext } from './follow.server.ts'
import {
  type Attempt,
  dropAttempt,
  fixAttempt,
  isSigned,
  keepSigned,
  keepWaiting,
  type OutgoingTransaction,
  openTransactions,
  type Signed,
} from './outgoing.store.ts'
import { raisedFees, raisesMax } from './outgoing.ts'
import { send } from './send.server.ts'

export type RaiseFacts = {
  senderOf(
    transaction: OutgoingTransaction,
  ): { readonly port: ConnectedChain['port']; readonly address: Address } | undefined
  /** @param blocks waited as the next one */
  isStuck(newest: Attempt, blocks: number): boolean
  isStopAsked?(transaction: OutgoingTransaction): Promise<boolean>
  /** @returns undefined if refused, after reporting it. @throws SignerRefused */
  sign(transaction: OutgoingTransaction, attempt: Attempt): Promise<Signed | undefined>
  /** No fee helped. Without it, fees rise without end. */
  report?(transaction: OutgoingTransaction): Promise<void>
}

/** Raises the fee of a lane's next transaction if it is stuck. The nonce stays, so only one attempt can be mined. */
export async function raiseStuck(context: FollowContext, lane: string, facts: RaiseFacts): Promise<void> {
  const { db, clock, onStep } = context
  const [lowest] = await openTransactions(db, lane, 1)
  const sender = lowest && facts.senderOf(lowest)
  const [newest] = lowest?.attempts ?? []
  if (!lowest || !sender || !newest || lowest.state === 'allocated' || 'expiration' in newest.terms) return
  if (!isSigned(newest)) return signAttempt(context, sender.port, facts, lowest, newest)
  const { port, address } = sender
  const { id, nonce, waitingSince, attempts } = lowest
  // It is mined, or an earlier one is first.
  if ((await port.nonce(address)) !== nonce) return
  const head = await port.head()
  if (waitingSince === null || waitingSince > head) return keepWaiting(db, id, head)
  const kind = (await facts.isStopAsked?.(lowest)) ? 'stop' : 'send'
  if (newest.kind === kind && !facts.isStuck(newest, head - waitingSince)) return
  if (facts.report && attempts.filter((each) => each.kind === kind).length > raisesMax) return facts.report(lowest)
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
  const [fixed] = await openTransactions(db, lane, 1)
  const [unsigned] = fixed?.attempts ?? []
  if (fixed && unsigned && !isSigned(unsigned)) await signAttempt(context, port, facts, fixed, unsigned)
}

async function signAttempt(
  { db, onStep }: FollowContext,
  port: ConnectedChain['port'],
  facts: RaiseFacts,
  transaction: OutgoingTransaction,
  attempt: Attempt,
): Promise<void> {
  const { id, attempts } = transaction
  const drop = () => dropAttempt(db, id, attempt.number)
  const signed = await facts.sign(transaction, attempt).catch(async (error: unknown) => {
    if (error instanceof SignerRefused) await drop()
    throw error
  })
  if (!signed) return drop()
  onStep?.('raise signed')
  if (!(await db.transaction((tx) => keepSigned(tx, id, attempt.number, signed)))) return
  onStep?.('raise kept')
  await send(port, signed.raw, [signed.hash, ...attempts.filter(isSigned).map(({ hash }) => hash)])
}
