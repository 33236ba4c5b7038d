import type { Db } from '#kit/store/db.ts'
import { endTransaction, lockWhole } from './ending.server.ts'
import { unpaidTransactions } from './transactions.store.ts'
import { isUnpaid } from './transactions.ts'

const closedAtOnce = 50

/**
 * Rechecks each transaction under a lock and never closes a paid one. @returns how many were closed @throws the first failure, after trying
 * all
 */
export async function closeUnpaid(db: Db, now: Date): Promise<number> {
  let closed = 0
  const failures: unknown[] = []
  let page = await unpaidTransactions(db, now, closedAtOnce)
  while (page.length > 0) {
    for (const { id } of page)
      try {
        closed += await close(db, id, now)
      } catch (error) {
        failures.push(error)
      }
    page = closed < closedAtOnce ? await unpaidTransactions(db, now, closedAtOnce, page.at(-1)) : []
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
