import type { Sql } from '#kit/store/db.ts'
import type { JournalWatermark } from './signer-watermark.ts'

export async function keptSignerWatermark(sql: Sql): Promise<JournalWatermark | undefined> {
  const [row] = await sql.query<JournalWatermark>(
    'SELECT epoch::float8 AS epoch, count::float8 AS count, head, seal FROM signer_watermark',
  )
  return row
}

export const keepSignerWatermark = async (
  sql: Sql,
  { epoch, count, head, seal }: JournalWatermark,
  at: Date,
): Promise<void> => {
  await sql.query(
    `INSERT INTO signer_watermark AS kept (epoch, count, head, seal, seen_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (only_row) DO UPDATE SET epoch = $1, count = $2, head = $3, seal = $4, seen_at = $5
     WHERE (kept.epoch, kept.count) < ($1::bigint, $2::bigint)`,
    [epoch, count, head, seal, at],
  )
}
