import { loadNumbers } from '#engine/number-rows.store.ts'
import type { DbIdentity, Sql } from '#kit/db.ts'
import { type SponsorTree, treeOf } from './sponsor-tree.ts'

/** The tree as it was last asked for, of each database: a wallet's place in it is for good, so only those that came since are read. */
const known = new WeakMap<DbIdentity, Known>()
type Known = { readonly tree: SponsorTree; readonly sponsors: Int32Array }

/** The sponsor tree of every wallet there is. */
export async function loadTree(sql: Sql): Promise<SponsorTree> {
  const before = known.get(sql.identity)
  const [counted] = await sql.query<{ wallets: number }>('SELECT count(*)::int4 AS wallets FROM wallet')
  const newer = await loadSince(sql, before?.tree.serials.at(-1) ?? 0)
  const size = (before?.tree.size ?? 0) + newer.serials.length
  if (before && size === counted?.wallets && newer.serials.length === 0) return before.tree
  // A wallet that was written before one we know, but became visible after it, is not among the newer: then all are read.
  const isWhole = !before || size === counted?.wallets
  const all = isWhole
    ? { serials: joined(before?.tree.serials, newer.serials), sponsors: joined(before?.sponsors, newer.sponsors) }
    : await loadSince(sql, 0)
  const tree = treeOf(all.serials, all.sponsors)
  known.set(sql.identity, { tree, sponsors: all.sponsors })
  return tree
}

function joined(first: Int32Array | undefined, second: Int32Array): Int32Array {
  if (!first) return second
  const all = new Int32Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** Wallets with a serial above one, ascending, and the serials of their sponsors; 0 for none. */
async function loadSince(sql: Sql, after: number): Promise<{ serials: Int32Array; sponsors: Int32Array }> {
  const rows = await loadNumbers(
    sql,
    ['sponsor'],
    `SELECT w.serial, coalesce(s.serial, 0) AS sponsor FROM wallet w LEFT JOIN wallet s ON s.id = w.sponsor_id WHERE w.serial > $1`,
    [after],
  )
  let last = after
  for (let at = 0; at < rows.length; at += 2) last = Math.max(last, rows[at] ?? 0)
  // By serial first, since rows come in no order; -1 where no wallet has the serial.
  const sponsorOf = new Int32Array(last - after + 1).fill(-1)
  for (let at = 0; at < rows.length; at += 2) sponsorOf[(rows[at] ?? 0) - after] = rows[at + 1] ?? 0
  const serials = new Int32Array(rows.length / 2)
  const sponsors = new Int32Array(rows.length / 2)
  let place = 0
  for (let step = 1; step <= last - after; step += 1) {
    const sponsor = sponsorOf[step] ?? -1
    if (sponsor < 0) continue
    serials[place] = after + step
    sponsors[place] = sponsor
    place += 1
  }
  return { serials, sponsors }
}
