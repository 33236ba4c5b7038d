import { divide, type Rate, rateOf } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import {
  cameIn,
  earliestStart,
  type Facts,
  flowsOf,
  isUndone,
  paidInto,
  sumOf,
  usdtOf,
  wholeDays,
} from './test-gains-facts.ts'
import type { Flow, Gain, OwnOrder } from './test-gains-flows.ts'
import { worthAt } from './test-gains-world.ts'

const near: Rate = { numerator: 102n, denominator: 100n }
const part = (units: bigint, { numerator, denominator }: Rate): bigint => divide(units * numerator, denominator, 'up')
const tenth: Rate = { numerator: 1n, denominator: 10n }

const dailyCodes: Readonly<Record<string, readonly number[]>> = {
  dual: [2],
  dual2: [20],
  liquidity: [5],
  lockup: [24],
  compound: [9],
  acceleration: [14],
}

function valueAt(facts: Facts, order: OwnOrder): bigint {
  const base = order.terms.base as Coin
  // Includes removed marks, which earned POWER on earlier days, so this is an upper bound.
  if (order.line === 'acceleration') return worthAt(facts.world, base, order.baseUnits + order.unmarkedUnits)
  // Orders older than the run were paid before it, so only the row holds their payments.
  const joined = facts.before.orders.get(order.id)?.baseUnits ?? 0n
  const paid = paidInto(facts, order, base)
  return worthAt(facts.world, base, paid > joined ? paid : joined) * (order.line === 'liquidity' ? 2n : 1n)
}

const granted = (flows: readonly Flow[], codes: readonly number[]): bigint =>
  sumOf(flows.filter(({ asset, code, from }) => asset === 'POWER' && from.owner === 'issued' && codes.includes(code)))

/** POWER per day of order value, at compound's start, and for dual's retired second coins. */
function orderGains(facts: Facts, order: OwnOrder): Gain[] {
  const codes = dailyCodes[order.line]
  if (!codes) return []
  const flows = flowsOf(facts, order)
  const value = isUndone(facts, order) ? 0n : part(valueAt(facts, order), near)
  const daily = part(value * wholeDays(facts, order), rateOf(order.terms.powerPerDay))
  const gains = [{ what: `POWER of ${order.line} order ${order.id}`, got: granted(flows, codes), explained: daily }]
  if (order.line === 'compound')
    gains.push({
      what: `POWER at the start of compound order ${order.id}`,
      got: granted(flows, [8]),
      explained: part(value, rateOf(order.terms.startPower ?? '0')),
    })
  if (order.line === 'dual') {
    const side = order.terms.side as Coin | undefined
    const retired = side ? sumOf(flows.filter(({ to, asset }) => to.purpose === 'retired' && asset === side)) : 0n
    gains.push({
      what: `POWER for the side coin of dual order ${order.id}`,
      got: granted(flows, [13]),
      explained: side ? part(worthAt(facts.world, side, retired), near) : 0n,
    })
  }
  return gains
}

/** Early exit must return granted POWER, up to the available balance. */
function keptGains(facts: Facts, order: OwnOrder): Gain[] {
  const flows = flowsOf(facts, order)
  const isLeft = flows.some(({ code, asset }) => asset !== 'POWER' && code === 107)
  if (!isLeft) return []
  const got = granted(flows, dailyCodes[order.line] ?? [])
  const taken = sumOf(flows.filter(({ asset, code }) => asset === 'POWER' && code === 15))
  const has = facts.balances
    .filter(({ owner, asset }) => owner === `wallet:${order.walletId}` && asset === 'POWER')
    .reduce((sum, { units }) => sum + units, 0n)
  return [{ what: `POWER kept of order ${order.id}, left early`, got: has < got ? 0n : got, explained: taken }]
}

export function powerGains(facts: Facts): Gain[] {
  const own = facts.flows.filter((flow) => cameIn(facts, flow))
  const upline = (what: string, codes: readonly number[], caused: number, hundredths: bigint): Gain => ({
    what: `POWER of uplines for ${what}`,
    got: granted(own, codes),
    explained: part(granted(own, [caused]), { numerator: hundredths, denominator: 100n }),
  })
  const paid = facts.flows.filter(({ code, to, asset }) => code === 27 && to.purpose === 'retired' && asset !== 'POWER')
  const known = [2, 20, 5, 24, 9, 14, 8, 13, 3, 4, 11, 12, 6, 7, 21, 22, 23, 17]
  return [
    ...[...facts.orders.values()].flatMap((order) => [...orderGains(facts, order), ...keptGains(facts, order)]),
    upline('daily POWER of dual', [3, 4, 11, 12], 2, 42n),
    upline('side coins', [6, 7], 13, 30n),
    upline('daily POWER of new dual', [21, 22, 23], 20, 40n),
    {
      what: 'POWER restored',
      got: granted(own, [17]),
      explained: part(
        usdtOf(
          facts,
          paid.filter(({ from }) => from.holder && facts.own.has(from.holder)),
        ),
        near,
      ),
    },
    {
      what: 'POWER of no known kind',
      got: sumOf(own.filter(({ asset, code }) => asset === 'POWER' && !known.includes(code))),
      explained: 0n,
    },
  ]
}

/** CREDIT gains: a tenth of completed orders' value, and of the CREDIT held for started orders. */
export function creditGains(facts: Facts): Gain[] {
  const own = facts.flows.filter((flow) => cameIn(facts, flow) && flow.asset === 'CREDIT')
  const byOrder = Map.groupBy(own, ({ orderId }) => orderId ?? 0)
  return [...byOrder].map(([id, flows]) => {
    const order = facts.orders.get(id)
    return { what: `CREDIT of order ${id}`, got: sumOf(flows), explained: order ? creditOf(facts, order) : 0n }
  })
}

function creditOf(facts: Facts, order: OwnOrder): bigint {
  if (isUndone(facts, order)) return 0n
  const start = earliestStart(facts, order)
  const held = sumOf(flowsOf(facts, order).filter(({ asset, code }) => asset === 'CREDIT' && code === 15))
  const bonus = facts.now >= start ? part(held, tenth) : 0n
  const { days } = order.terms
  const { overAt, line } = order
  const ended = days > 0 && overAt !== null && overAt >= addMs(start, days * dayMs)
  const exited = overAt !== null && (line === 'machine' || line === 'package')
  return bonus + (ended || exited ? part(part(valueAt(facts, order), near), tenth) : 0n)
}
