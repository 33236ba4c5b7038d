import { expect } from '#kit/expect.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { type DayStep, endOf, lockOf } from './day-step.ts'
import {
  finishDay,
  finishedParts,
  firstOpenDay,
  holdParts,
  lockParts,
  type Marks,
  markParts,
  openParts,
  type PartOf,
  partName,
  type StepPosition,
} from './days.store.ts'
import { takeSnapshot } from './snapshot.store.ts'

/** Items in a step's first chunk. Later sizes adapt to the last duration. */
const firstSize = 500
const sizes = { least: 50, most: 20_000 }
/** Target duration of a chunk. A user waits that long for a locked account or order, at most 400 ms. */
const aimMs = 120

export type SettleOptions = {
  readonly through?: Day
  readonly forMs?: number
  /** For tests. */
  readonly chunkSize?: number
}

/**
 * Settles every due day in order. Steps of the lock run from 23:30, the others once the day is over and its snapshot is taken. Crash-safe,
 * and several processes may run it. @returns whether no due work remains
 */
export async function settleDays(
  db: Db,
  now: Date,
  steps: readonly DayStep[],
  options: SettleOptions = {},
): Promise<boolean> {
  const { through } = options
  const began = performance.now()
  const settleAll = (day: Day, when: DayStep['when']) => settleSteps(db, day, steps, when, { ...options, began })
  for (let day = await firstOpenDay(db, now); !through || day <= through; day = addDays(day, 1)) {
    if (now >= lockOf(day) && !(await settleAll(day, 'lock'))) return false
    if (now < endOf(day)) return true
    await db.transaction((tx) => takeSnapshot(tx, day))
    if (!(await settleAll(day, 'midnight'))) return false
    await finishDay(db, day, now)
  }
  return true
}

const partsOf = (steps: readonly DayStep[]): PartOf[] =>
  steps.flatMap(({ name, parts }) => parts.map((part) => ({ step: name, part })))

/** Steps in a group may run in parallel. */
function groupsOf(steps: readonly DayStep[]): readonly (readonly DayStep[])[] {
  const groups: DayStep[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.beside && last) last.push(step)
    else groups.push([step])
  }
  return groups
}

/** @returns false on timeout. */
async function settleSteps(
  db: Db,
  day: Day,
  steps: readonly DayStep[],
  when: DayStep['when'],
  { chunkSize, forMs, began }: SettleOptions & { readonly began: number },
): Promise<boolean> {
  const due = steps.filter((step) => step.when === when && (step.on?.(day) ?? true))
  const finished = new Set(await finishedParts(db, day))
  const isOpen = (part: PartOf) => !finished.has(partName(part))
  let groups = groupsOf(due).filter((group) => partsOf(group).some(isOpen))
  if (groups.length === 0) return true
  await openParts(db, day, partsOf(groups.flat()).filter(isOpen))
  const busyOf = askedOnce(day)
  let size = firstSize
  let isShared = false
  for (let before = groups; groups.length > 0; before = groups) {
    const turn: TurnOf = { day, groups, size: chunkSize ?? size, isShared, isOpen, busyOf }
    const made: Turn = await db.transaction((tx) => settleTurn(tx, turn))
    for (const name of made.finished) finished.add(name)
    groups = groups.filter((group) => partsOf(group).some(isOpen))
    // The next step's cost per item is unknown, so start small.
    size = groups.length < before.length ? Math.min(made.size, firstSize) : made.size
    isShared ||= made.isFull
    if (forMs !== undefined && groups.length > 0 && performance.now() - began > forMs) return false
  }
  return true
}

/** Cached, because a part without work gets none later. */
type BusyOf = (tx: Tx, step: DayStep) => Promise<ReadonlySet<string> | undefined>
function askedOnce(day: Day): BusyOf {
  const known = new Map<string, ReadonlySet<string>>()
  return async (tx, { name, busy }) => {
    const answer = known.get(name) ?? (await busy?.(tx, day))
    if (answer) known.set(name, answer)
    return answer
  }
}

type TurnOf = {
  readonly day: Day
  readonly groups: readonly (readonly DayStep[])[]
  readonly size: number
  /** If true, a turn locks only one part and leaves the others to other processes. */
  readonly isShared: boolean
  readonly isOpen: (part: PartOf) => boolean
  readonly busyOf: BusyOf
}
type Made = StepPosition & PartOf & { readonly done: number }
type Turn = {
  /** By `partName`. Includes parts that other processes finished. */
  readonly finished: readonly string[]
  readonly size: number
  readonly isFull: boolean
}

async function settleTurn(tx: Tx, { day, groups, size, isShared, isOpen, busyOf }: TurnOf): Promise<Turn> {
  const marks = await hold(tx, day, { groups, isShared, isOpen })
  const began = performance.now()
  const took = () => performance.now() - began
  const made: Made[] = []
  let left = size
  for (const group of groups) {
    let isWhole = true
    for (const step of group) {
      if (left <= 0 || took() > aimMs / 2) break
      const busy = await busyOf(tx, step)
      isWhole = (await settlePiece(tx, { day, step, marks, left, made, isOpen, busy })) && isWhole
      left = size - made.reduce((sum, piece) => sum + piece.done, 0)
    }
    if (!isWhole || left <= 0 || took() > aimMs / 2) break
  }
  if (made.length > 0) await markParts(tx, day, made)
  const finished = [...[...marks.values()].filter((mark) => mark.finished), ...made.filter((mark) => mark.finished)]
  const isFull = left <= 0
  return { finished: finished.map(partName), size: isFull ? nextSize(size, took()) : size, isFull }
}

/**
 * Locks free parts, and waits if the first group has none. If another process holds the first part, this one starts at the other end, as
 * neighboring parts often debit the same account.
 */
async function hold(
  tx: Tx,
  day: Day,
  { groups, isShared, isOpen }: Pick<TurnOf, 'groups' | 'isShared' | 'isOpen'>,
): Promise<Marks> {
  const own = partsOf(groups[0] ?? []).filter(isOpen)
  const [first, ...others] = own
  expect(first, 'a group that is not done whole has a part that is not')
  if (!isShared) {
    const marks = await holdParts(tx, day, partsOf(groups.flat()).filter(isOpen))
    if (own.some((part) => marks.has(partName(part)))) return marks
  } else
    for (const some of [[first], others.reverse()]) {
      const marks = await holdParts(tx, day, some, 1)
      if (marks.size > 0) return marks
    }
  return lockParts(tx, day, [first])
}

function nextSize(size: number, ms: number): number {
  const wanted = ms < aimMs / 2 ? size * 2 : ms > aimMs * 1.5 ? Math.floor(size / 2) : size
  return Math.min(sizes.most, Math.max(sizes.least, wanted))
}

type Piece = {
  readonly day: Day
  readonly step: DayStep
  readonly marks: Marks
  readonly left: number
  readonly made: Made[]
  readonly isOpen: (part: PartOf) => boolean
  /** Undefined if any part may have work. */
  readonly busy: ReadonlySet<string> | undefined
}

/** @returns whether the whole step is done. */
async function settlePiece(tx: Tx, { day, step, marks, left, made, isOpen, busy }: Piece): Promise<boolean> {
  let limit = left
  let isWhole = true
  for (const part of step.parts) {
    const name = { step: step.name, part }
    if (!isOpen(name)) continue
    const mark = marks.get(partName(name))
    if (!mark) isWhole = false
    if (!mark || mark.finished) continue
    if (busy && !busy.has(part)) {
      made.push({ ...name, last: mark.last, done: 0, finished: true })
      continue
    }
    if (limit <= 0) return false
    const piece = await step.chunk(tx, { day, part, after: mark.last, limit })
    made.push({ ...name, ...piece })
    limit -= piece.done
    if (!piece.finished) return false
  }
  return isWhole
}
