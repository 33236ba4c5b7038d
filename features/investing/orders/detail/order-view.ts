import { divide, multiply, rateOf, showUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { isExitable } from '#products/leaving/order-exit.ts'
import { isTakable } from '#products/leaving/take-out.ts'
import { renewalBarredBy } from '#products/orders/order-actions.ts'
import { accrualOf, lineOf } from '#products/registry.ts'
import { isBegun } from '#products/result/since-start.ts'
import type { Order, Present, Product } from '#products/terms/order.ts'
import { isOver, isReservation } from '#products/terms/order-state.ts'
import { dayOfRound, isLastHalfHour, locksAt } from '#products/terms/order-time.ts'
import type { getOrder, listOrders } from '../../investing.contract.ts'

export type OrderItem = OutputOf<typeof listOrders>['items'][number]

/** Whether another round will start, or why not, as known now. */
function renewalOf(order: Order, product: Product): OrderItem['renewal'] {
  if (!order.reinvest || isOver(order.state)) return null
  if (order.nextPromiseUnits !== undefined) return 'set_aside'
  return renewalBarredBy(order, product) ?? (order.poolShort ? 'pool_short' : null)
}

/** The amounts in the order's row. For lines that neither grow nor release, they equal the ledger's. */
const asItsRow = ({ baseUnits, promiseUnits }: Order): Present => ({ principal: baseUnits, promised: promiseUnits })

/** A growing order uses the ledger's principal, which is more current than the order's row. */
function grown(order: Order, { principal }: Present) {
  if (!lineOf(order.terms.line).grows || isOver(order.state)) return { amount: order.baseUnits, paid: order.paidUnits }
  return { amount: principal, paid: order.paidUnits + principal - order.baseUnits }
}

function releaseOf({ terms, promiseUnits, state }: Order, { promised }: Present): OrderItem['release'] {
  const { releasePerDay } = terms
  if (releasePerDay === undefined) return null
  return { total: showUnits(promiseUnits), pending: showUnits(isOver(state) ? 0n : promised), perDay: releasePerDay }
}

/** `present` may be omitted if no day has passed since the last write. */
export function showOrder(
  order: Order,
  product: Product,
  now: Date,
  present: Present = asItsRow(order),
  result: string | null = null,
): OrderItem {
  const over = isOver(order.state)
  const { roundEnds } = order
  const line = lineOf(order.terms.line)
  const { fixed } = line
  const { amount, paid } = grown(order, present)
  return {
    orderId: order.id,
    productId: order.productId,
    line: order.terms.line,
    accrual: accrualOf(line),
    state: order.state,
    base: order.terms.base,
    side: order.terms.side ?? null,
    amount: showUnits(amount),
    sideAmount: showUnits(order.sideUnits),
    pays: order.terms.pays ?? null,
    release: releaseOf(order, present),
    boost: order.terms.boost ?? null,
    tier: order.terms.tier ?? null,
    weight: order.terms.weight ?? null,
    value: showUnits(order.valueUnits),
    days: order.terms.days,
    rate: order.terms.rate,
    round: order.round,
    expectedIncome: showUnits(fixed ? order.promiseUnits : 0n),
    paidIncome: showUnits(paid),
    result,
    powerPerDay: showUnits(multiply(order.valueUnits, rateOf(order.terms.powerPerDay), 'down')),
    powerShare: order.terms.powerPerDay,
    reinvest: fixed ? order.reinvest : null,
    paidOut: line.share?.cap ? { value: showUnits(order.paidValueUnits), cap: showUnits(line.share.cap(order)) } : null,
    boughtAt: order.boughtAt.toISOString(),
    startsAt: order.roundStarted.toISOString(),
    endsAt: roundEnds?.toISOString() ?? null,
    day: isBegun(order) ? dayOfRound(order, now).day : null,
    overAt: order.overAt?.toISOString() ?? null,
    cancellable: order.state === 'to_be_started' && now < order.roundStarted,
    switchable: fixed !== undefined && !over && !isReservation(order.state) && !isLastHalfHour(order, now),
    exitable: isExitable(order, now),
    takable: isTakable(order),
    locksAt: roundEnds ? locksAt(roundEnds).toISOString() : null,
    renewal: renewalOf(order, product),
  }
}

/** Null if the line offers no choice. All amounts are 0 once the order is over. */
export function orderOutcomes(order: Order): OutputOf<typeof getOrder>['outcomes'] {
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

/** Rounded up, so a cost is never shown too low. */
export const priceText = (rate: { numerator: bigint; denominator: bigint }): string =>
  showUnits(divide(rate.numerator * 100_000_000n, rate.denominator, 'up'))
