import { parseUnits, showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { transfers } from './transfers.contract.ts'

export type Payment = OutputOf<typeof transfers>['items'][number]

/** Payments that came since a request was opened. */
export type Watch = {
  /** Milliseconds of the device's clock. */
  readonly openedMs: number
  /** The last payment that was there before; undefined until the first answer. */
  readonly mark: number | undefined
  /** The newest first. */
  readonly came: readonly Payment[]
}
/** A page of incoming transfers, the newest first. */
export type Answer = {
  readonly items: readonly Payment[]
  /** The server's clock when it was asked. */
  readonly asOf: string
  /** Milliseconds of the device's clock when it was asked. */
  readonly askedMs: number
}

export const watchFrom = (openedMs: number): Watch => ({ openedMs, mark: undefined, came: [] })

/**
 * The last payment from before the request was opened. A phone without a connection asks late: how long ago it was opened is counted back
 * from the server's clock, because a device's own clock may be wrong.
 */
function markOf(openedMs: number, { items, asOf, askedMs }: Answer): number {
  const opened = Date.parse(asOf) - Math.max(0, askedMs - openedMs)
  const before = items.filter(({ at }) => Date.parse(at) <= opened).map(({ id }) => id)
  if (before.length > 0) return Math.max(...before)
  return items.length > 0 ? Math.min(...items.map(({ id }) => id)) - 1 : 0
}

/** What is known after an answer. An answer that was asked for before the request was opened says nothing. */
export function hear(watch: Watch, answer: Answer): Watch {
  if (answer.askedMs < watch.openedMs) return watch
  const mark = watch.mark ?? markOf(watch.openedMs, answer)
  const known = new Set(watch.came.map(({ id }) => id))
  const fresh = answer.items.filter(({ id, direction }) => direction === 'in' && id > mark && !known.has(id))
  if (fresh.length === 0 && mark === watch.mark) return watch
  return { ...watch, mark, came: [...fresh, ...watch.came].sort((one, other) => other.id - one.id) }
}

export type Asked = { readonly coin: Coin; readonly amount: string | undefined }

/** The amount of a request as its link names it. @returns undefined for none, and for what cannot be asked for */
export function askedAmount(typed: string): string | undefined {
  const units = parseUnits(typed.replace(/\.$/, ''), 2)
  return units ? showUnits(units) : undefined
}

/** Whether a payment is the one that was asked for: any amount of the coin where none was named. */
export const isAsAsked = ({ coin, amount }: Asked, paid: Pick<Payment, 'coin' | 'amount'>): boolean =>
  paid.coin === coin && (amount === undefined || parseUnits(paid.amount) === parseUnits(amount))
