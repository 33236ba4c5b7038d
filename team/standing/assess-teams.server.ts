import type { ChunkDone, ChunkOf } from '#days/day-step.ts'
import { loadTree } from '#identity/team/sponsor-tree.store.ts'
import type { DbIdentity, Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { type Assessed, type Changes, findChanges, keepDay, writeTeams } from '../team-rows.store.ts'
import { assess, type TeamFacts } from './assessment.ts'
import { keepStars, loadHeld, loadSoloSince, soloAfter } from './standings.store.ts'
import { loadFacts } from './team-facts.store.ts'

const slice = 5_000

type Work = Assessed & { readonly day: Day; readonly changes: Changes }
/**
 * Computed results not fully written yet, per database. Another process would recompute them from the same cutoff and write only the
 * differences.
 */
const underWay = new WeakMap<DbIdentity, Work>()

async function workOut(sql: Sql, day: Day): Promise<Work> {
  const tree = await loadTree(sql)
  const flows = await loadFacts(sql, tree, day)
  const solo = soloAfter(tree, flows.own, await loadSoloSince(sql, tree), day)
  const facts: TeamFacts = { ...flows, soloDays: solo.days, held: await loadHeld(sql, tree) }
  const assessed: Assessed = { tree, facts, assessment: assess(tree, facts, day), soloSince: solo.since }
  return { ...assessed, day, changes: await findChanges(sql, assessed) }
}

export const begun = 'begun'
const markOf = (serial: number, changed: number): string => `${serial} ${changed}`

/**
 * Computes team sums and star levels at a day's cutoff. The first chunk computes everything in one pass and writes stars. On large trees,
 * later chunks write changed teams. Takes no locks that user actions need.
 */
export async function assessTeams(tx: Tx, { day, after, limit }: ChunkOf): Promise<ChunkDone> {
  if (after !== '' && after !== begun) return writeOn(tx, await workOf(tx, day), after, limit)
  const work = await workOut(tx, day)
  await keepStars(tx, work.tree, work.assessment.changed, day)
  underWay.set(tx.identity, work)
  const start = markOf(0, 0)
  return after === begun ? { last: start, done: 0, finished: false } : writeOn(tx, work, start, work.tree.size)
}

async function workOf(tx: Tx, day: Day): Promise<Work> {
  const known = underWay.get(tx.identity)
  if (known?.day === day) return known
  const work = await workOut(tx, day)
  underWay.set(tx.identity, work)
  return work
}

async function writeOn(tx: Tx, work: Work, after: string, limit: number): Promise<ChunkDone> {
  const { tree, changes } = work
  const [serial = 0, written = 0] = after.split(' ').map(Number)
  const first = firstAbove(tree.serials, serial)
  const start = firstAbove(changes.places, first - 1)
  const places = changes.places.subarray(start, start + limit)
  for (let from = 0; from < places.length; from += slice)
    await writeTeams(tx, work, changes, places.subarray(from, from + slice))
  const changed = written + places.length
  if (start + places.length < changes.places.length) {
    const last = places.at(-1) ?? 0
    return { last: markOf(tree.serials[last] ?? 0, changed), done: last + 1 - first, finished: false }
  }
  await keepDay(tx, work.day, tree.size, changed)
  underWay.delete(tx.identity)
  return { last: markOf(tree.serials.at(-1) ?? 0, changed), done: tree.size - first, finished: true }
}

function firstAbove(list: Int32Array, number: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) > number) high = middle
    else low = middle + 1
  }
  return low
}
