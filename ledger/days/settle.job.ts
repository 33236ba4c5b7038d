import { addDays, type Day } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { type DayStep, endOf, lockOf } from './day-step.ts'
import {
  finishDay,
  finishedParts,
  firstOpenDay,
  lockParts,
  markParts,
  type PartOf,
  partName,
  type StepMark,
  takeCut,
} from './days.store.ts'

/** Things in the first piece of a step. Later pieces grow or shrink by how long the last one took … */
const firstSize = 1_000
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
  const finished = await finishedParts(db, day)
  const due = steps.filter(
    (step) =>
      step.when === when &&
      (step.on?.(day) ?? true) &&
      step.parts.some((part) => !finished.has(partName({ step: step.name, part }))),
  )
  const busyOf = askedOnce(day)
  let turn: Turn = { place: 0, size: chunkSize ?? firstSize }
  while (turn.place < due.length) {
    const { place, size } = turn
    const next = await db.transaction((tx) => settleTurn(tx, { day, steps: due.slice(place), size, busyOf }))
    // What a thing of the next step costs is not known: its first piece is not as large as those of a cheap one before it.
    const most = next.steps > 0 ? firstSize : next.size
    turn = { place: place + next.steps, size: chunkSize ?? Math.min(next.size, most) }
  }
}

/** Parts of a step that have anything to do on a day, asked of the database once: those that have nothing get nothing to do later. */
type BusyOf = (tx: Tx, step: DayStep) => Promise<ReadonlySet<string> | undefined>
function askedOnce(day: Day): BusyOf {
  const known = new Map<string, ReadonlySet<string>>()
  return async (tx, { name, busy }) => {
    const answer = known.get(name) ?? (await busy?.(tx, day))
    if (answer) known.set(name, answer)
    return answer
  }
}

/** Which step is under way, and how many things the next piece takes. */
type Turn = { readonly place: number; readonly size: number }
type TurnOf = { readonly day: Day; readonly steps: readonly DayStep[]; readonly size: number; readonly busyOf: BusyOf }
type Made = StepMark & PartOf & { readonly done: number }

/**
 * One transaction: a piece of the first of these steps and, where it is done with time to spare, of those after it.
 * @returns how many steps are done whole, and the size of the next piece.
 */
async function settleTurn(tx: Tx, { day, steps, size, busyOf }: TurnOf) {
  const parts = steps.flatMap(({ name, parts: each }) => each.map((part) => ({ step: name, part })))
  const marks = await lockParts(tx, day, parts)
  const began = performance.now()
  const took = () => performance.now() - began
  const made: Made[] = []
  let done = 0
  let left = size
  for (const step of steps) {
    const isWhole = await settlePiece(tx, { day, step, marks, left, made, busy: await busyOf(tx, step) })
    left = size - made.reduce((sum, piece) => sum + piece.done, 0)
    if (!isWhole) break
    done += 1
    if (left <= 0 || took() > aimMs / 2) break
  }
  if (made.length > 0) await markParts(tx, day, made)
  return { steps: done, size: left > 0 ? size : nextSize(size, took()) }
}

/** @param ms how long a piece of so many things took. */
function nextSize(size: number, ms: number): number {
  const wanted = ms < aimMs / 2 ? size * 2 : ms > aimMs * 1.5 ? Math.floor(size / 2) : size
  return Math.min(sizes.most, Math.max(sizes.least, wanted))
}

type Piece = {
  readonly day: Day
  readonly step: DayStep
  readonly marks: ReadonlyMap<string, StepMark>
  /** Things it may still take. */
  readonly left: number
  /** What was made so far: added to. */
  readonly made: Made[]
  /** Parts that have anything to do; undefined: all may have. */
  readonly busy: ReadonlySet<string> | undefined
}

/** Does things of a step, through as many parts as they are found in. @returns whether the step is done whole. */
async function settlePiece(tx: Tx, { day, step, marks, left, made, busy }: Piece): Promise<boolean> {
  let limit = left
  for (const part of step.parts) {
    const mark = marks.get(partName({ step: step.name, part }))
    if (!mark || mark.finished) continue
    if (busy && !busy.has(part)) {
      made.push({ step: step.name, part, last: mark.last, done: 0, finished: true })
      continue
    }
    if (limit <= 0) return false
    const piece = await step.chunk(tx, { day, part, after: mark.last, limit })
    made.push({ step: step.name, part, ...piece })
    limit -= piece.done
    if (!piece.finished) return false
  }
  return true
}
