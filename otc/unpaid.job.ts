import type { Db } from '#kit/db.ts'
import { endTransaction, lockWhole } from './ending.server.ts'
import { unpaidTransactions } from './transactions.store.ts'
import { isUnpaid } from './transactions.ts'

/** Closed in one turn of the job, each in a transaction of its own. */
const closedAtOnce = 50

/**
 * Closes what was not paid in time. Each is looked at again under its lock: one that is marked as paid meanwhile is left alone, and from
 * then on no timer ever closes it. One that cannot be closed holds up none of the others.
 * @returns how many were closed
 */
export async function closeUnpaid(db: Db, now: Date): Promise<number> {
  let closed = 0
  const failures: unknown[] = []
  for (const { id } of await unpaidTransactions(db, now, closedAtOnce))
    try {
      closed += await close(db, id, now)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return closed
}

const close = (db: Db, id: bigint, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const transaction = await lockWhole(tx, id)
    if (!isUnpaid(transaction, now)) return 0
    const { buyerId } = transaction
    await endTransaction(tx, transaction, { released: 0n, kind: 'unpaid', byId: null, faultId: buyerId }, now)
    return 1
  })
