import type { ChainId } from '#kit/chain/chains.ts'
import { eachAtOnce, eachInTurn } from '#kit/each.ts'
import type { Sql } from '#kit/store/db.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { reportOnce } from '#outside/chains/incident.store.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import { send } from '../outgoing/send.server.ts'
import type { ReconcileContext } from './reconcile.job.ts'

const watchedMs = dayMs
const paymentsMax = 500
const askedAtOnce = 16

type Over = { readonly id: bigint; readonly hash: string; readonly raw: string; readonly state: 'confirmed' | 'failed' }

const overPayments = (sql: Sql, chain: ChainId, since: Date): Promise<Over[]> =>
  sql.query<Over>(
    `SELECT w.id, p.tx_hash AS hash, p.raw, p.state FROM payment_transaction p JOIN withdrawal w ON w.id = p.withdrawal_id
     WHERE w.chain = $1 AND w.ended_at >= $2 AND p.state IN ('confirmed', 'failed')
     ORDER BY w.id DESC LIMIT ${paymentsMax}`,
    [chain, since],
  )

/**
 * Rereads payments that ended in the last day. A missing payment is resent with the same bytes, which can be mined only once. A refunded
 * payment that is or may be paid needs an operator. Either case stops the chain's withdrawals. Idempotent. @throws the first node's error,
 * after every chain was tried.
 */
export async function recheckPayments({ db, clock, chains }: ReconcileContext): Promise<void> {
  await eachInTurn(chains.connected, async ([chain, { port }]) => {
    await eachAtOnce(await overPayments(db, chain, addMs(clock.now(), -watchedMs)), askedAtOnce, async (payment) => {
      const found = await findingOf(port, payment)
      if (!found) return
      const detail = { withdrawal: `${payment.id}`, hash: payment.hash, booked: payment.state, found }
      await reportOnce(db, { chain, kind: 'payment_gone', halts: true, detail, at: clock.now() }, 'withdrawal')
    })
  })
}

async function findingOf(port: ChainPort, { hash, raw, state }: Over): Promise<string | undefined> {
  const receipt: Receipt | undefined = await port.receipt(hash)
  if (state === 'confirmed') {
    if (receipt?.succeeded) return undefined
    if (receipt) return 'reverted'
    await send(port, raw, [hash])
    return 'in no block'
  }
  // A refunded payment must never move coins.
  if (!receipt) return 'in no block, and it may come again'
  return receipt.succeeded && receipt.transfers.length > 0 ? 'paid' : undefined
}
