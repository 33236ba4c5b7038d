import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { transfers } from '../transfers.contract.ts'

export type Payment = OutputOf<typeof transfers>['items'][number]

export type Watch = {
  /** Device clock, in milliseconds. */
  readonly openedMs: number
  /** Last payment ID before opening; undefined until the first answer. */
  readonly mark: number | undefined
  readonly came: readonly Payment[]
}
export type Answer = {
  readonly items: readonly Payment[]
  /** Server clock at the time of the request. */
  readonly asOf: string
  /** Device clock at the time of the request, in milliseconds. */
  readonly askedMs: number
}

export const watchFrom = (openedMs: number): Watch => ({ openedMs, mark: undefined, came: [] })

/** Derived from the server's clock, as the device clock may be wrong and the first answer may come late. */
function markOf(openedMs: number, { items, asOf, askedMs }: Answer): number {
  const opened = Date.parse(asOf) - Math.max(0, askedMs - openedMs)
  const before = items.filter(({ at }) => Date.parse(at) <= opened).map(({ id }) => id)
  if (before.length > 0) return Math.max(...before)
  return items.length > 0 ? Math.min(...items.map(({ id }) => id)) - 1 : 0
}

/** Ignores answers to requests made before opening. */
export function hear(watch: Watch, answer: Answer): Watch {
  if (answer.askedMs < watch.openedMs) return watch
  const mark = watch.mark ?? markOf(watch.openedMs, answer)
  const known = new Set(watch.came.map(({ id }) => id))
  const fresh = answer.items.filter(({ id, direction }) => direction === 'in' && id > mark && !known.has(id))
  if (fresh.length === 0 && mark === watch.mark) return watch
  return { ...watch, mark, came: [...fresh, ...watch.came].sort((one, other) => other.id - one.id) }
}

export type Asked = { readonly coin: Coin; readonly amount: string | undefined }

/** @returns undefined if missing or invalid */
export function askedAmount(typed: string): string | undefined {
  const units = parseUnits(typed.replace(/\.$/, ''), 2)
  return units ? showUnits(units) : undefined
}

/** Without a requested amount any amount matches. */
export const isAsAsked = ({ coin, amount }: Asked, paid: Pick<Payment, 'coin' | 'amount'>): boolean =>
  paid.coin === coin && (amount === undefined || parseUnits(paid.amount) === parseUnits(amount))
