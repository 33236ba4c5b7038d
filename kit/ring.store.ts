import type { Db } from './db.ts'
import { type Ring, spentPartition } from './ring.ts'

/** How long clearing waits for whoever still reads the partition, before it leaves it to the next turn. */
const waitMs = 500

/** Clears the partition of a ring that has served, if anything lies in it. */
export async function clearSpent(db: Db, ring: Ring, now: Date): Promise<void> {
  const partition = `${ring.table}_${spentPartition(ring, now)}`
  const [row] = await db.query(`SELECT 1 FROM ${partition} LIMIT 1`)
  if (!row) return
  await db.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = ${waitMs}`)
    await tx.query(`TRUNCATE ${partition}`)
  })
}
