import { divide, multiply, rateOf, showUnits } from '#kit/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { getOrder, listOrders } from '../investing.contract.ts'
import { lineOf } from '../products/registry.ts'
import type { Order, Product } from './order.ts'
import { renewalBarredBy } from './order-actions.ts'
import { isExitable } from './order-exit.ts'
import { isOver } from './order-state.ts'
import { isLastHalfHour, locksAt } from './order-time.ts'

export type OrderItem = OutputOf<typeof listOrders>['items'][number]

/** What stands for or against a next round, as far as it is known now. */
function renewalOf(order: Order, product: Product): OrderItem['renewal'] {
  if (!order.reinvest || isOver(order.state)) return null
  if (order.nextPromiseUnits !== undefined) return 'set_aside'
  return renewalBarredBy(order, product) ?? (order.poolShort ? 'pool_short' : null)
}

/** An order as its holder sees it at a moment. */
export function showOrder(order: Order, product: Product, now: Date): OrderItem {
  const over = isOver(order.state)
  const { roundEnds } = order
  const { fixed } = lineOf(order.terms.line)
  return {
    orderId: order.id,
    productId: order.productId,
    line: order.terms.line,
    accrual: fixed ? 'fixed' : 'power',
    state: order.state,
    base: order.terms.base,
    side: order.terms.side ?? null,
    amount: showUnits(order.baseUnits),
    sideAmount: showUnits(order.sideUnits),
    value: showUnits(order.valueUnits),
    days: order.terms.days,
    rate: order.terms.rate,
    round: order.round,
    expectedIncome: showUnits(order.promiseUnits),
    paidIncome: showUnits(order.paidUnits),
    powerPerDay: showUnits(multiply(order.valueUnits, rateOf(order.terms.powerPerDay), 'down')),
    reinvest: fixed ? order.reinvest : null,
    boughtAt: order.boughtAt.toISOString(),
    startsAt: order.roundStarted.toISOString(),
    endsAt: roundEnds?.toISOString() ?? null,
    overAt: order.overAt?.toISOString() ?? null,
    cancellable: order.state === 'to_be_started' && now < order.roundStarted,
    switchable: fixed !== undefined && !over && !isLastHalfHour(order, now),
    exitable: isExitable(order, now),
    locksAt: roundEnds ? locksAt(roundEnds).toISOString() : null,
    renewal: renewalOf(order, product),
  }
}

/**
 * What the end of the running round brings, for both choices, in coins; null where there is no choice. An order that is over has
 * nothing to come.
 */
export function outcomesOf(order: Order): OutputOf<typeof getOrder>['outcomes'] {
  const { fixed, close } = lineOf(order.terms.line)
  if (!fixed) return null
  if (isOver(order.state)) {
    const on = { principal: '0', interest: '0', sideKept: '0' }
    return { on, off: { principal: '0', interest: '0', sideRetired: '0', power: '0' } }
  }
  const renewal = fixed.renew(order, 0n)
  const closing = close(order, 'reinvest_off')
  return {
    on: {
      principal: showUnits(renewal.next.baseUnits),
      interest: showUnits(renewal.joined),
      sideKept: showUnits(order.sideUnits),
    },
    off: {
      principal: showUnits(order.baseUnits),
      interest: showUnits(order.promiseUnits),
      sideRetired: showUnits(closing.retired?.units ?? 0n),
      power: showUnits(closing.power ?? 0n),
    },
  }
}

/** The price of one side coin in base coins, as text, rounded up: what a wallet pays is never shown as less. */
export const priceText = (rate: { numerator: bigint; denominator: bigint }): string =>
  showUnits(divide(rate.numerator * 100_000_000n, rate.denominator, 'up'))
