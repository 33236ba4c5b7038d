import type { ChainId } from '#kit/chains.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { eachAtOnce, eachInTurn } from '#kit/each.ts'
import { reportOnce } from '#outside/chains/incident.store.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import type { ReconcileContext } from './reconcile.job.ts'

/** How long what is over is looked at again, and how much of it at once. */
const watchedMs = dayMs
const paymentsMax = 500
const askedAtOnce = 16

type Over = { readonly id: bigint; readonly hash: string; readonly raw: string; readonly state: 'confirmed' | 'failed' }

const overPayments = (sql: Sql, chain: ChainId, since: Date): Promise<Over[]> =>
  sql.query<Over>(
    `SELECT w.id, p.tx_hash AS hash, p.raw, p.state FROM payment p JOIN withdrawal w ON w.id = p.withdrawal_id
     WHERE w.chain = $1 AND w.ended_at >= $2 AND p.state IN ('confirmed', 'failed') AND p.block_number IS NOT NULL
     ORDER BY w.id DESC LIMIT ${paymentsMax}`,
    [chain, since],
  )

/**
 * Reads what was booked as over in the last day from the chain again. A payment that is gone is handed over once more, with the same
 * bytes, which can be mined once; one that was refunded and is paid, or may be, is what only a person can settle. Either stops the
 * withdrawals of the chain. May be stopped anywhere and run again.
 * @throws the first node's error, after every chain was tried.
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

/** What is wrong with a payment that is over; undefined where the chain says what the books say. */
async function findingOf(port: ChainPort, { hash, raw, state }: Over): Promise<string | undefined> {
  const receipt: Receipt | undefined = await port.receipt(hash)
  if (state === 'confirmed') {
    if (receipt?.succeeded) return undefined
    if (receipt) return 'reverted'
    await port.broadcast(raw)
    return 'in no block'
  }
  // Refunded: it must never move anything.
  if (!receipt) return 'in no block, and it may come again'
  return receipt.succeeded && receipt.transfers.length > 0 ? 'paid' : undefined
}
