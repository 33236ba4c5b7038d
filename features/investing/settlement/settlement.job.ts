import { addDays, type Day } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { ProductLine } from '../products/line.ts'
import { productLines } from '../products/registry.ts'
import { doChunk } from './chunks.store.ts'
import { finishDay, firstOpenDay, lockStep, markStep, writeCut } from './settlement.store.ts'
import { dueAt, endOf, type StepName, stepNames } from './steps.ts'

/** Orders of one chunk, one transaction: a user's action on one of them waits or is refused for about this long. */
const chunkSize = 200

export type SettleOptions = {
  /** Nothing after this day, although it is due. */
  readonly through?: Day
  readonly chunkSize?: number
}

/**
 * Settles everything that is due: each missed day alone, in order, with its own 23:30 step. May be interrupted anywhere and started
 * by any number of processes: what is done is marked with the chunk that did it, and every entry has its key of (step, day, order).
 */
export async function settle(db: Db, now: Date, options: SettleOptions = {}): Promise<void> {
  for (let day = await firstOpenDay(db, now); !options.through || day <= options.through; day = addDays(day, 1)) {
    if (now >= dueAt(day, 'set_aside')) await settleStep(db, day, 'set_aside', options)
    if (now < endOf(day)) return
    await writeCut(db, day, endOf(day))
    for (const step of stepNames) if (step !== 'set_aside') await settleStep(db, day, step, options)
    await finishDay(db, day, now)
  }
}

async function settleStep(db: Db, day: Day, step: StepName, { chunkSize: size = chunkSize }: SettleOptions) {
  for (const line of productLines) while (await settleChunk(db, { day, line, step, size }));
}

type ChunkOfStep = { readonly day: Day; readonly line: ProductLine; readonly step: StepName; readonly size: number }

/** @returns whether there may be more. */
const settleChunk = (db: Db, { day, line, step, size }: ChunkOfStep): Promise<boolean> =>
  db.transaction(async (tx) => {
    const key = { day, line: line.id, step }
    const mark = await lockStep(tx, key)
    if (mark.finished) return false
    const due = { line: line.id, after: mark.lastOrder, limit: size }
    const orders = await doChunk[step]({ tx, line, day, due })
    const finished = orders.length < size
    await markStep(tx, key, { lastOrder: orders.at(-1)?.id ?? mark.lastOrder, finished }, orders.length)
    return !finished
  })
