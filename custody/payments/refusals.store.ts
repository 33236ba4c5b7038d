import type { Sql } from '#kit/db.ts'

/**
 * Why the operator refused these withdrawals, by number, in the operator's words. What the holder took back is not among them.
 * @param ids their numbers; others than the caller's own must not be asked for.
 */
export async function refusalsOf(sql: Sql, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ id: bigint; note: string }>(
    "SELECT id, note FROM withdrawal WHERE id = ANY($1) AND state = 'cancelled' AND note <> ''",
    [ids],
  )
  return new Map(rows.map(({ id, note }) => [id, note]))
}
