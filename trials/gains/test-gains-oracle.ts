import { divide, greater, multiply, type Rate, rateOf, unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { pairs } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { coinsOf } from '#market/market.ts'
import { worthOf } from '#market/trade/liquidity.ts'
import {
  cameIn,
  earliestStart,
  type Facts,
  flowsOf,
  isOwn,
  isUndone,
  midnightsOf,
  paidInto,
  ranWhole,
  sharesOf,
  sumOf,
  usdtOf,
  wentOut,
  wholeDays,
} from './test-gains-facts.ts'
import type { Flow, Gain, Markets, OwnOrder } from './test-gains-flows.ts'
import { creditGains, powerGains } from './test-gains-points.ts'
import { worthAt } from './test-gains-world.ts'

const dust = 1_000n
const near: Rate = { numerator: 101n, denominator: 100n }

const part = (units: bigint, rate: Rate): bigint => divide(units * rate.numerator, rate.denominator, 'up')

function interestOf(units: bigint, rate: string, rounds: bigint): bigint {
  let grown = units
  for (let round = 0n; round < rounds; round += 1n) grown += part(grown, rateOf(rate))
  return grown - units
}

/** dual: completed rounds pay interest, and the current round reserves interest. Cancelled orders earn none. */
function dualGains(facts: Facts, order: OwnOrder): Gain[] {
  const { days, rate, base } = order.terms
  const flows = flowsOf(facts, order)
  const paid = sumOf(flows.filter(({ from, code }) => from.purpose === 'promised' && code === 112))
  const aside = facts.balances
    .filter(({ owner, purpose }) => owner === `order:${order.id}` && purpose === 'promised')
    .reduce((sum, { units }) => sum + units, 0n)
  // The promise of an unpaid reservation does not belong to the wallet yet.
  if (order.state === 'queued' || order.state === 'due')
    return [{ what: `interest of reservation ${order.id}`, got: paid, explained: 0n }]
  if (isUndone(facts, order))
    return [{ what: `interest of dual order ${order.id}, which was undone`, got: paid + aside, explained: 0n }]
  const start = earliestStart(facts, order).getTime()
  const roundsAt = (at: number) => Math.max(0, Math.floor((at - start) / (days * dayMs)))
  const rounds = BigInt(roundsAt(facts.now.getTime()) - roundsAt(facts.world.start.getTime()))
  const units = paidInto(facts, order, base)
  const own = interestOf(units, rate, rounds)
  return [
    { what: `interest of dual order ${order.id}`, got: paid, explained: own },
    { what: `promise of dual order ${order.id}`, got: aside, explained: interestOf(units + own, rate, 2n) },
  ]
}

function compoundGains(facts: Facts, order: OwnOrder): Gain[] {
  const got = sumOf(flowsOf(facts, order).filter(({ code, asset }) => code === 113 && asset !== 'POWER'))
  const units = paidInto(facts, order, order.terms.base)
  const days = isUndone(facts, order) ? 0n : wholeDays(facts, order)
  return [
    {
      what: `income of compound order ${order.id}`,
      got,
      explained: interestOf(units, order.terms.mostPerDay ?? '0', days),
    },
  ]
}

/** package: coins worth the price at the start, released daily and by draws. */
function packageGains(facts: Facts, order: OwnOrder): Gain[] {
  const pays = (order.terms.pays ?? 'USDT') as Coin
  const flows = flowsOf(facts, order)
  const released = sumOf(flows.filter(({ from, to }) => from.purpose === 'promised' && to.purpose === 'available'))
  const price = sumOf(flows.filter(({ to }) => to.owner === 'house' && to.purpose === 'sales'))
  const had = facts.before.orders.get(order.id)
  const ran = had?.state === 'to_be_released' || had?.state === 'ended'
  if (!ran && price === 0n)
    return [{ what: `coins of package ${order.id}, which has not started`, got: released, explained: 0n }]
  const nights = BigInt(midnightsOf(facts).length)
  // At most four times the daily release through acceleration, plus 5 % per daily draw.
  const most = part(order.promiseUnits, { numerator: (nights * 4n + (nights + 1n) * 10n) * 5n, denominator: 1_000n })
  const pace = { what: `release of package ${order.id}`, got: released, explained: most }
  if (ran) return [pace]
  const worth = worthAt(facts.world, pays, order.promiseUnits)
  return [pace, { what: `coins of package ${order.id}`, got: worth, explained: part(price, near) }]
}

function machineGains(facts: Facts, order: OwnOrder): Gain[] {
  const got = usdtOf(
    facts,
    flowsOf(facts, order).filter(({ code }) => code === 35),
  )
  const price = order.baseUnits
  const explained = part((price * wholeDays(facts, order)) / 100n, near)
  return [{ what: `release of machine ${order.id}`, got, explained }]
}

/** dual2, lockup: early exit returns 95 % of each coin. */
function exitGains(facts: Facts, order: OwnOrder): Gain[] {
  const { base, side, days } = order.terms
  const start = earliestStart(facts, order).getTime()
  const { overAt } = order
  const isEarly = overAt !== null && overAt.getTime() >= start && overAt.getTime() < start + days * dayMs
  const wasRunning = facts.before.orders.get(order.id)?.state
  if (!isEarly || wasRunning === 'cancelled' || wasRunning === 'ended') return []
  const back = flowsOf(facts, order).filter(
    ({ from, to }) => from.purpose === 'principal' && to.purpose === 'available',
  )
  return [base, side].flatMap((coin) => {
    if (!coin) return []
    const got = sumOf(back.filter(({ asset }) => asset === coin))
    const explained = divide(paidInto(facts, order, coin) * 95n, 100n, 'down')
    return [{ what: `${coin} back from ${order.line} order ${order.id}, left early`, got, explained }]
  })
}

const ofLine: Partial<Record<string, (facts: Facts, order: OwnOrder) => Gain[]>> = {
  dual: dualGains,
  compound: compoundGains,
  package: packageGains,
  machine: machineGains,
  dual2: exitGains,
  lockup: exitGains,
}

const fullWeights: Readonly<Record<string, bigint>> = {
  node: 100n * unitsPerOne,
  compute: 100_000n * unitsPerOne,
  machine: 1_000n * unitsPerOne,
}

/** The order's weight in its payout pool on a day it ran fully. */
function weightOf(facts: Facts, order: OwnOrder): bigint {
  const { line, terms } = order
  if (line === 'liquidity') return multiply(sharesOf(facts, order), rateOf(terms.weight ?? '1'), 'up')
  if (line === 'compound') {
    const units = paidInto(facts, order, terms.base)
    return units + interestOf(units, terms.mostPerDay ?? '0', BigInt(midnightsOf(facts).length))
  }
  return multiply(unitsPerOne, rateOf(terms.weight ?? '0'), 'up')
}

function mostPower(facts: Facts): bigint {
  const had = facts.before.balances.filter(({ asset }) => asset === 'POWER').reduce((sum, { units }) => sum + units, 0n)
  return had + sumOf(facts.flows.filter((flow) => flow.asset === 'POWER' && cameIn(facts, flow)))
}

/** The attacker's share by weight, per payout pool and day. */
function potGains(facts: Facts): Gain[] {
  return facts.pots.flatMap(({ pool, pot, asset, units, weight, at }) => {
    if (pot === 'week') return []
    const got = sumOf(
      facts.flows.filter(
        (flow) =>
          flow.from.owner === `pool:${pool}` &&
          cameIn(facts, flow) &&
          flow.asset === asset &&
          flow.code !== 40 &&
          flow.at.getTime() === at.getTime() &&
          isOfPot(facts, flow, pool, pot),
      ),
    )
    if (got === 0n) return []
    const sharing = [...facts.orders.values()].filter(
      (order) =>
        order.line === pool &&
        (pool !== 'liquidity' || order.pair === pot) &&
        (pool !== 'compound' || order.terms.base === pot) &&
        ranWhole(facts, order, at),
    )
    const own = pool === 'compute' ? mostPower(facts) : sharing.reduce((sum, order) => sum + weightOf(facts, order), 0n)
    const full = fullWeights[pool] ?? 0n
    const divisor = weight > full ? weight : full
    const explained = divisor === 0n ? 0n : divide(units * own, divisor, 'up') + BigInt(sharing.length + 4)
    return [{ what: `part of the pot ${pool} ${pot} in ${asset} of ${at.toISOString().slice(0, 10)}`, got, explained }]
  })
}

/** Two markets can pay the same coin, so the order identifies the market. */
function isOfPot(facts: Facts, { orderId }: Flow, pool: string, pot: string): boolean {
  if (pool !== 'liquidity') return true
  return orderId !== undefined && facts.orders.get(orderId)?.pair === pot
}

const isFee = ({ code, asset }: Flow): boolean => code === 105 || (code === 23 && asset === 'USDT')

/** The attacker may get the node pool's whole weekly payout, a tenth of all fees. */
function weekGains(facts: Facts): Gain[] {
  const got = facts.flows.filter((flow) => flow.code === 40 && flow.from.owner === 'pool:node' && cameIn(facts, flow))
  const fees = facts.flows.filter(isFee)
  return [
    {
      what: 'weekly share of nodes',
      got: usdtOf(facts, got),
      explained: facts.world.fees / 10n + usdtOf(facts, fees) / 10n,
    },
  ]
}

/** At most a twentieth of the attacker's own fees and, for stars, a fiftieth of all fees. */
function rewardGains(facts: Facts): Gain[] {
  const from = (codes: readonly number[]) =>
    usdtOf(
      facts,
      facts.flows.filter(
        (flow) => flow.from.purpose === 'referral' && codes.includes(flow.code) && cameIn(facts, flow),
      ),
    )
  const fees = facts.flows.filter(isFee)
  const own = usdtOf(
    facts,
    fees.filter(({ from: side }) => isOwn(facts, side)),
  )
  return [
    { what: 'rewards for the fees of those below', got: from([102, 103]), explained: own / 20n },
    { what: 'rewards of a week', got: from([104, 28]), explained: (facts.world.fees + usdtOf(facts, fees)) / 50n },
  ]
}

/** Fund profit minus fee, shared among invested coins. */
function fundGains(facts: Facts): Gain[] {
  const profit = sumOf(
    facts.flows.filter(({ from, to }) => from.owner.startsWith('outside:') && to.owner === 'pool:fund'),
  )
  const got = sumOf(facts.flows.filter((flow) => flow.from.owner === 'pool:fund' && cameIn(facts, flow)))
  const own = [...facts.orders.values()]
    .filter(({ line }) => line === 'fund')
    .reduce((sum, order) => sum + paidInto(facts, order, order.terms.base), 0n)
  const all = greater(facts.inFunds, own)
  // Long-held shares count up to 1.5 times.
  const explained = all === 0n ? 0n : part(profit * 3n, { numerator: own, denominator: all * 2n })
  return [{ what: 'profit of funds', got, explained }]
}

function claimOf(facts: Facts, markets: Markets, sharesIn: (pair: string) => bigint): bigint {
  return pairs.reduce((sum, pair) => {
    const market = markets.get(pair)
    if (!market) return sum
    const worth = worthOf(market, sharesIn(pair))
    const { base, quoted } = coinsOf(pair)
    return sum + worthAt(facts.world, base, worth.base) + worthAt(facts.world, quoted, worth.quoted)
  }, 0n)
}

const runs = ['earning', 'paused']
const heldShares = (orders: Facts['orders']) => (pair: string) =>
  [...orders.values()]
    .filter(({ line, state, pair: own }) => line === 'liquidity' && own === pair && runs.includes(state))
    .reduce((sum, { shareUnits }) => sum + shareUnits, 0n)

/** Market gains must not exceed what others lost in trades, plus the twentieth that their terms permit when joining. */
function marketGains(facts: Facts): Gain[] {
  const { flows, before } = facts
  const touches = ({ owner }: Flow['from']) => owner.startsWith('market:')
  const got =
    usdtOf(
      facts,
      flows.filter((flow) => touches(flow.from) && cameIn(facts, flow)),
    ) -
    usdtOf(
      facts,
      flows.filter((flow) => touches(flow.to) && wentOut(facts, flow)),
    ) -
    usdtOf(
      facts,
      flows.filter((flow) => flow.code === 105 && wentOut(facts, flow)),
    ) +
    claimOf(facts, facts.markets, heldShares(facts.orders)) -
    claimOf(facts, before.markets, heldShares(before.orders))
  const isTrade = ({ code, from, to }: Flow) =>
    code === 5 || (from.owner === 'house' && touches(to)) || (touches(from) && to.owner === 'pool:compute')
  const others = flows.filter((flow) => isTrade(flow) && !isOwn(facts, flow.from) && !isOwn(facts, flow.to))
  const lost =
    usdtOf(
      facts,
      others.filter(({ to }) => touches(to)),
    ) -
    usdtOf(
      facts,
      others.filter(({ from }) => touches(from)),
    )
  const joined = flows.filter(({ from, to }) => touches(to) && from.line === 'liquidity' && !isOwn(facts, from))
  const explained = (lost > 0n ? lost : 0n) + usdtOf(facts, joined) / 20n + unitsPerOne / 100n
  return [{ what: 'trades and shares of markets', got, explained }]
}

/** A market's value per share never decreases, even by one unit. */
function marketFaults(facts: Facts): string[] {
  return pairs.flatMap((pair) => {
    const [was, is] = [facts.before.markets.get(pair), facts.markets.get(pair)]
    if (!was || !is) return []
    const shrank = is.base * is.quoted * was.shares * was.shares < was.base * was.quoted * is.shares * is.shares
    return shrank ? [`the market ${pair} gave more than its formula`] : []
  })
}

function strayGains(facts: Facts): Gain[] {
  const isWeighed = ({ from, to, asset, code }: Flow): boolean =>
    asset === 'POWER' ||
    asset === 'CREDIT' ||
    from.owner.startsWith('market:') ||
    from.owner.startsWith('pool:') ||
    from.purpose === 'referral' ||
    (from.purpose === 'capital' && to.purpose === 'promised' && to.line === 'package') ||
    // The sender transferred or sold these coins. `tradeFaults` checks the payment.
    ((code === 4 || code === 22) && from.owner.startsWith('wallet:'))
  return facts.flows
    .filter((flow) => cameIn(facts, flow) && !isWeighed(flow))
    .map(({ from, code, units, asset }) => ({
      what: `${asset} from ${from.owner} under code ${code}`,
      got: units,
      explained: 0n,
    }))
}

export function unexplained(facts: Facts): string[] {
  const gains = [
    ...[...facts.orders.values()].flatMap((order) => ofLine[order.line]?.(facts, order) ?? []),
    ...potGains(facts),
    ...weekGains(facts),
    ...rewardGains(facts),
    ...fundGains(facts),
    ...marketGains(facts),
    ...powerGains(facts),
    ...creditGains(facts),
    ...strayGains(facts),
  ]
  return [
    ...gains
      .filter(({ got, explained }) => got > explained + dust)
      .map(({ what, got, explained }) => `${what}: ${got} where ${explained} is explained`),
    ...marketFaults(facts),
  ]
}
