import type { OutputOf } from '#kit/wire/contract.ts'
import type { OrderState } from '#products/terms/fields.ts'
import type { ChipTone } from '#ui/show/Facts.tsx'
import { isAbove } from '#ui/text/format.ts'
import type { TextId } from '#ui/text/texts.ts'
import type { getProduct, listOrders, listProducts } from '../../investing.contract.ts'

export type ProductItem = OutputOf<typeof listProducts>['items'][number]
export type Quote = NonNullable<OutputOf<typeof getProduct>['quote']>
export type OrderItem = OutputOf<typeof listOrders>['items'][number]

export const stateTexts: Record<OrderState, { readonly text: TextId; readonly tone: ChipTone }> = {
  reserved: { text: 'order.state.reserved', tone: 'plain' },
  queued: { text: 'order.state.queued', tone: 'plain' },
  due: { text: 'order.state.due', tone: 'warn' },
  to_be_started: { text: 'order.state.to_be_started', tone: 'warn' },
  earning: { text: 'order.state.earning', tone: 'accent' },
  paused: { text: 'order.state.paused', tone: 'warn' },
  to_be_released: { text: 'order.state.to_be_released', tone: 'warn' },
  ended: { text: 'order.state.ended', tone: 'plain' },
  closed: { text: 'order.state.closed', tone: 'plain' },
  cancelled: { text: 'order.state.cancelled', tone: 'plain' },
  exited: { text: 'order.state.exited', tone: 'plain' },
}

type Stated = Pick<OrderItem, 'state' | 'line'>
/** An acceleration earns nothing itself. */
export const stateTextOf = ({ state, line }: Stated): (typeof stateTexts)[OrderState] =>
  line === 'acceleration' && state === 'earning'
    ? { text: 'order.state.accelerating', tone: 'accent' }
    : stateTexts[state]

/** Reserved but not paid. */
export const isReserved = (state: OrderState): boolean => state === 'reserved' || state === 'queued' || state === 'due'
/** True if no coin was paid in and no dates are fixed. */
export const isUnpaid = (state: OrderState): boolean => isReserved(state) || state === 'closed'

export const renewalTexts: Record<NonNullable<OrderItem['renewal']>, TextId> = {
  set_aside: 'order.renewal.set_aside',
  terms_changed: 'order.renewal.terms_changed',
  product_ended: 'order.renewal.product_ended',
  pool_short: 'order.renewal.pool_short',
}

type Coins = { readonly base: string; readonly side: string | null }
/** "USDT + ATMC", "ATMC". */
export const coinNames = ({ base, side }: Coins): string => (side ? `${base} + ${side}` : base)

export const recordText = (asset: string, code: number) =>
  (asset === 'POWER' ? `power_record.${code}` : `record.${code}`) as TextId as 'record.112'

/** Above 0, at most 2 decimals. */
export const isWholeTyped = (typed: string): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(typed) && isAbove(typed)

/** Spendable balance; undefined if unknown. */
export type BalanceOf = (coin: string) => string | undefined
