import { addDays, type Day } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { type DayStep, endOf, lockOf } from './day-step.ts'
import { finishDay, firstOpenDay, lockParts, markParts, takeCut } from './days.store.ts'

/** Things in the first piece of a step. Later pieces grow or shrink by how long the last one took … */
const firstSize = 500
const sizes = { least: 50, most: 20_000 }
/** … so that whoever waits for an account or an order of a piece waits about this long: at most 400 ms. */
const aimMs = 160

export type SettleOptions = {
  /** Nothing after this day, although it is due. */
  readonly through?: Day
  /** Things in a piece, always: for tests. */
  readonly chunkSize?: number
}

/**
 * Settles everything that is due: each missed day alone, in order, steps of its lock at 23:30 and the others, in the order given, once
 * it is over and its cut is taken. May be interrupted anywhere and started by any number of processes.
 */
export async function settleDays(
  db: Db,
  now: Date,
  steps: readonly DayStep[],
  options: SettleOptions = {},
): Promise<void> {
  const { through } = options
  for (let day = await firstOpenDay(db, now); !through || day <= through; day = addDays(day, 1)) {
    if (now >= lockOf(day)) await settleSteps(db, day, steps, 'lock', options)
    if (now < endOf(day)) return
    await db.transaction((tx) => takeCut(tx, day))
    await settleSteps(db, day, steps, 'midnight', options)
    await finishDay(db, day, now)
  }
}

async function settleSteps(
  db: Db,
  day: Day,
  steps: readonly DayStep[],
  when: DayStep['when'],
  { chunkSize }: SettleOptions,
): Promise<void> {
  const done = await db.query<{ name: string }>(
    `SELECT step || ':' || part AS name FROM settlement_step WHERE day = $1 AND finished`,
    [day],
  )
  const finished = new Set(done.map(({ name }) => name))
  for (const step of steps) {
    if (step.when !== when || (step.on && !step.on(day))) continue
    const parts = step.parts.filter((part) => !finished.has(`${step.name}:${part}`))
    let size = chunkSize ?? firstSize
    for (let more = parts.length > 0; more; ) {
      const began = performance.now()
      more = await db.transaction((tx) => settlePiece(tx, { day, step, parts, size }))
      size = chunkSize ?? nextSize(size, performance.now() - began)
    }
  }
}

/** @param ms how long a piece of so many things took. */
function nextSize(size: number, ms: number): number {
  const wanted = ms < aimMs / 2 ? size * 2 : ms > aimMs * 1.5 ? Math.floor(size / 2) : size
  return Math.min(sizes.most, Math.max(sizes.least, wanted))
}

type Piece = {
  readonly day: Day
  readonly step: DayStep
  readonly parts: readonly string[]
  readonly size: number
}

/** Does up to `size` things of a step, through as many parts as they are found in. @returns whether there may be more. */
async function settlePiece(tx: Tx, { day, step, parts, size }: Piece): Promise<boolean> {
  const of = { day, step: step.name }
  const marks = await lockParts(tx, of, parts)
  const made = []
  let left = size
  for (const part of parts) {
    const mark = marks.get(part)
    if (!mark || mark.finished) continue
    const piece = await step.chunk(tx, { day, part, after: mark.last, limit: left })
    made.push({ part, ...piece })
    left -= piece.done
    if (!piece.finished || left <= 0) break
  }
  if (made.length > 0) await markParts(tx, of, made)
  return left <= 0 || made.some(({ finished }) => !finished)
}
