import { loadNumbers } from '#engine/number-rows.store.ts'
import type { DbIdentity, Sql } from '#kit/store/db.ts'
import { type SponsorTree, treeOf } from './sponsor-tree.ts'

/** Cached per database. Positions never change, so only newer wallets are read. */
const known = new WeakMap<DbIdentity, Known>()
type Known = { readonly tree: SponsorTree; readonly sponsors: Int32Array }

export async function loadTree(sql: Sql): Promise<SponsorTree> {
  const before = known.get(sql.identity)
  const [counted] = await sql.query<{ wallets: number }>('SELECT count(*)::int4 AS wallets FROM wallet')
  const newer = await loadSince(sql, before?.tree.serials.at(-1) ?? 0)
  const size = (before?.tree.size ?? 0) + newer.serials.length
  if (before && size === counted?.wallets && newer.serials.length === 0) return before.tree
  // A wallet that committed late is missing among the newer ones. If the counts differ, reload all.
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

async function loadSince(sql: Sql, after: number): Promise<{ serials: Int32Array; sponsors: Int32Array }> {
  const rows = await loadNumbers(
    sql,
    ['sponsor'],
    `SELECT w.serial, coalesce(s.serial, 0) AS sponsor FROM wallet w LEFT JOIN wallet s ON s.id = w.sponsor_id WHERE w.serial > $1`,
    [after],
  )
  let last = after
  for (let at = 0; at < rows.length; at += 2) last = Math.max(last, rows[at] ?? 0)
  // Rows are unordered.
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
