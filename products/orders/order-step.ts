import { type DayStep, endOf, lockOf, stepKey } from '#days/day-step.ts'
import type { Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Entry, Posting } from '#ledger/posting/entry.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { lineOf } from '../registry.ts'
import type { ProductLine } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'

/** One chunk of a step's orders, ordered by id. */
export type Chunk = {
  readonly tx: Tx
  readonly step: string
  readonly line: ProductLine
  readonly day: Day
  /** Time of all effects: the lock or midnight. */
  readonly at: Date
  readonly due: { readonly line: LineId; readonly after: number; readonly limit: number }
}

/** Last order id, and number of orders. */
export type Taken = { readonly last: number; readonly done: number }

/**
 * @param work returns its orders or progress; fewer than the limit means done. @param isDue lines with orders for this step; default: all.
 */
export const orderStep = (
  name: string,
  when: DayStep['when'],
  lines: readonly ProductLine[],
  work: (chunk: Chunk) => Promise<readonly Pick<Order, 'id'>[] | Taken>,
  isDue?: (tx: Tx, lines: readonly LineId[], dayEnds: Date) => Promise<ReadonlySet<LineId>>,
): DayStep => ({
  name,
  when,
  ...(isDue && {
    busy: (tx, day) =>
      isDue(
        tx,
        lines.map(({ id }) => id),
        endOf(day),
      ),
  }),
  parts: lines.map(({ id }) => id),
  chunk: async (tx, { day, part, after, limit }) => {
    const line = lineOf(part as LineId)
    const at = when === 'lock' ? lockOf(day) : endOf(day)
    const due = { line: line.id, after: Number(after), limit }
    const taken = await work({ tx, step: name, line, day, at, due })
    const { last, done } = 'done' in taken ? taken : { last: taken.at(-1)?.id ?? after, done: taken.length }
    return { last: String(last), done, finished: done < limit }
  },
})

/** No entry if nothing moves. */
export const entriesFor = (
  { step, day, at }: Pick<Chunk, 'step' | 'day' | 'at'>,
  order: Pick<Order, 'id'>,
  postings: readonly Posting[],
): Entry[] =>
  postings.length === 0 ? [] : [{ key: stepKey(step, day, order.id), at, ref: `order:${order.id}`, postings }]
