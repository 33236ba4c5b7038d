import type { Sql } from '#kit/db.ts'
import { loadNumbers } from './numbers.store.ts'
import { type TeamTree, treeOf } from './team-tree.ts'

/** The sponsor tree of every wallet there is. */
export async function loadTree(sql: Sql): Promise<TeamTree> {
  const rows = await loadNumbers(
    sql,
    ['sponsor'],
    'SELECT w.serial, coalesce(s.serial, 0) AS sponsor FROM wallet w LEFT JOIN wallet s ON s.id = w.sponsor_id',
  )
  let last = 0
  for (let at = 0; at < rows.length; at += 2) last = Math.max(last, rows[at] ?? 0)
  // By serial first, since rows come in no order; -1 where no wallet has the serial.
  const sponsorOf = new Int32Array(last + 1).fill(-1)
  for (let at = 0; at < rows.length; at += 2) sponsorOf[rows[at] ?? 0] = rows[at + 1] ?? 0
  const serials = new Int32Array(rows.length / 2)
  const sponsors = new Int32Array(rows.length / 2)
  let place = 0
  for (let serial = 1; serial <= last; serial += 1) {
    const sponsor = sponsorOf[serial] ?? -1
    if (sponsor < 0) continue
    serials[place] = serial
    sponsors[place] = sponsor
    place += 1
  }
  return treeOf(serials, sponsors)
}
