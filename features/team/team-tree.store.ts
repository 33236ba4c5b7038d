import type { Sql } from '#kit/db.ts'
import { type TeamTree, treeOf } from './team-tree.ts'

/** Wallets read at a time: bounds the memory of their rows. */
const pageSize = 50_000

/** The sponsor tree of every wallet there is. */
export async function loadTree(sql: Sql): Promise<TeamTree> {
  const serials: number[] = []
  const sponsors: number[] = []
  for (let after = 0; ; after = serials.at(-1) ?? after) {
    const rows = await sql.query<{ serial: number; sponsor: number | null }>(
      `SELECT w.serial::int4 AS serial, s.serial::int4 AS sponsor FROM wallet w LEFT JOIN wallet s ON s.id = w.sponsor_id
       WHERE w.serial > $1 ORDER BY w.serial LIMIT $2`,
      [after, pageSize],
    )
    for (const { serial, sponsor } of rows) {
      serials.push(serial)
      sponsors.push(sponsor ?? 0)
    }
    if (rows.length < pageSize) break
  }
  return treeOf(Int32Array.from(serials), Int32Array.from(sponsors))
}
