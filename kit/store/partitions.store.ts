import type { Db } from './db.ts'
import { type RotatingPartitions, spentPartition } from './partitions.ts'

const waitMs = 500

export async function clearSpent(db: Db, ring: RotatingPartitions, now: Date): Promise<void> {
  const partition = `${ring.table}_${spentPartition(ring, now)}`
  const [row] = await db.query(`SELECT 1 FROM ${partition} LIMIT 1`)
  if (!row) return
  await db.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = ${waitMs}`)
    await tx.query(`TRUNCATE ${partition}`)
  })
}
