import type { Sql } from '#kit/store/db.ts'

/** The operator's reasons, by withdrawal number. @param ids must belong to the caller */
export async function refusalsOf(sql: Sql, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ id: bigint; note: string }>(
    "SELECT id, note FROM withdrawal WHERE id = ANY($1) AND state = 'cancelled' AND note <> ''",
    [ids],
  )
  return new Map(rows.map(({ id, note }) => [id, note]))
}
