import type { Sql } from '#kit/db.ts'

/** Serials whose rows come in one text. */
const blockSize = 8_192

/**
 * Rows of whole numbers below 2⁵³, of a query whose first column is `serial`: as one long list, row after row, in no order. A million
 * rows come in texts of thousands each, which is many times cheaper than a million objects.
 * @param columns of the query, without `serial`.
 */
export async function loadNumbers(
  sql: Sql,
  columns: readonly string[],
  query: string,
  params: readonly unknown[] = [],
): Promise<Float64Array> {
  const line = ['serial', ...columns].map((name) => `q."${name}"`).join(`, ' ', `)
  const blocks = await sql.query<{ numbers: string }>(
    `SELECT string_agg(concat(${line}), ' ') AS numbers FROM (${query}) q GROUP BY q.serial / ${blockSize}`,
    params,
  )
  const width = columns.length + 1
  const rows: number[][] = blocks.map(({ numbers }) => numbers.split(' ').map(Number))
  const all = new Float64Array(rows.reduce((sum, block) => sum + block.length, 0))
  let at = 0
  for (const block of rows) {
    if (block.length % width !== 0) throw new Error(`a row of ${columns.join(', ')} is not whole`)
    all.set(block, at)
    at += block.length
  }
  return all
}
