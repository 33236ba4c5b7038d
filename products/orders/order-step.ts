import { type DayStep, endOf, lockOf, stepKey } from '#days/day-step.ts'
import type { Day } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import type { Entry, Posting } from '#ledger/entry.ts'
import type { LineId } from '#ledger/lines.ts'
import { lineOf } from '../registry.ts'
import type { ProductLine } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'

/** A piece of a step: the next orders of a line, in order of their number. */
export type Chunk = {
  readonly tx: Tx
  readonly step: string
  readonly line: ProductLine
  readonly day: Day
  /** The lock or the midnight: when everything the step does happens. */
  readonly at: Date
  readonly due: { readonly line: LineId; readonly after: number; readonly limit: number }
}

/** How far a piece came: the number of its last order, and how many orders it took. */
export type Taken = { readonly last: number; readonly done: number }

/**
 * A step that goes through the orders of lines.
 * @param work answers the orders it took, or how far it came: fewer than the limit when there are no more.
 * @param isDue which of its lines have any order for it; left out: all are gone through.
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

/** What a step posts for an order: an entry, or none where nothing moves. */
export const entriesFor = (
  { step, day, at }: Pick<Chunk, 'step' | 'day' | 'at'>,
  order: Pick<Order, 'id'>,
  postings: readonly Posting[],
): Entry[] =>
  postings.length === 0 ? [] : [{ key: stepKey(step, day, order.id), at, ref: `order:${order.id}`, postings }]
