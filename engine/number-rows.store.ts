import type { Sql } from '#kit/store/db.ts'

const blockSize = 8_192

/**
 * Whole numbers below 2⁵³ as one flat, unordered list. The query's first column must be `serial`. Much cheaper than an object per row.
 * @param columns of the query, without `serial`.
 */
export async function loadNumbers(
  sql: Sql,
  columns: readonly string[],
  query: string,
  params: readonly unknown[] = [],
): Promise<Float64Array> {
  const line = ['serial', ...columns].map((name) => `q."${name}"`).join(`, ' ', `)
  const blocks = await sql.query<{ rows: number; numbers: string }>(
    `SELECT count(*)::int4 AS rows, string_agg(concat(${line}), ' ') AS numbers FROM (${query}) q GROUP BY q.serial / ${blockSize}`,
    params,
  )
  const width = columns.length + 1
  const all = new Float64Array(blocks.reduce((sum, { rows }) => sum + rows * width, 0))
  let at = 0
  for (const { rows, numbers } of blocks) {
    const end = readNumbers(numbers, all, at)
    if (end !== at + rows * width) throw new Error(`a row of ${columns.join(', ')} is not whole`)
    at = end
  }
  return all
}

const space = 32
const minus = 45
const zero = 48

/** Numbers are separated by spaces. @returns the index after the last. */
export function readNumbers(text: string, into: Float64Array, from: number): number {
  let at = from
  let number = 0
  let sign = 1
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charCodeAt(place)
    if (letter === space) {
      into[at] = sign * number
      at += 1
      number = 0
      sign = 1
    } else if (letter === minus) sign = -1
    else number = number * 10 + (letter - zero)
  }
  if (text.length === 0) return at
  into[at] = sign * number
  return at + 1
}
