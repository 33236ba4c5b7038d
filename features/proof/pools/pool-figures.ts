import type { Flow } from '#proofs/flows/flows.ts'

/** A day's flows, or with day null those of all days before. */
export type FlowsOfDay = { readonly day: string | null; readonly flows: readonly Flow[] }

/** What a pool had and did, in one coin. Units. */
export type PoolFigures = {
  readonly coin: string
  readonly free: bigint
  /** Set aside for orders, and not paid yet. */
  readonly promised: bigint
  /** Paid to holders, from the pool and from what it had set aside. */
  readonly paid: bigint
  readonly fromCapital: bigint
  readonly fromFees: bigint
  readonly fromOutside: bigint
  readonly toCapital: bigint
  /** Whole days the free coins last at the pace of the last month told; undefined where nothing was used. */
  readonly lastsDays: number | undefined
  /** It pays out what fees or profits bring and keeps no stock, so no number of days says how long it goes on. */
  readonly passes: boolean
  /** What was free at the end of each day told. */
  readonly course: readonly bigint[]
}

/** Pools without a stock: what they keep for a day or a week, or by rounding, says nothing of how long they go on. */
export const passingPools: ReadonlySet<string> = new Set(['liquidity', 'fund', 'node'])

/** The pace of a pool is measured over so many last days: older days say little about how long the pool will last. */
const latelyDays = 31

/** The units of those flows that are meant. */
export const sum = (flows: readonly Flow[], is: (flow: Flow) => boolean): bigint =>
  flows.reduce((total, flow) => (is(flow) ? total + flow.units : total), 0n)
/** The market gives what fees bought. */
const isFees = (name: string): boolean => name === 'house.fees' || name.startsWith('market.')
const isHolder = (name: string): boolean => /^(wallet\.|order\..*\.principal$)/.test(name)

/** Balances of an account at the end of each day told. */
export function courseOf(days: readonly FlowsOfDay[], account: string, coin: string): bigint[] {
  let balance = 0n
  return days.flatMap(({ day, flows }) => {
    const own = flows.filter((flow) => flow.coin === coin)
    balance += sum(own, ({ to }) => to === account) - sum(own, ({ from }) => from === account)
    return day === null ? [] : [balance]
  })
}

/** The figures of a pool, coin by coin, of every flow there ever was. */
export function figuresOf(days: readonly FlowsOfDay[], pool: string): PoolFigures[] {
  const free = `pool.${pool}.free`
  const promised = `order.${pool}.promised`
  const all = days.flatMap(({ flows }) => flows)
  const coins = [...new Set(all.filter(({ from, to }) => [from, to].includes(free)).map(({ coin }) => coin))].toSorted()
  const told = days.filter(({ day }) => day !== null).slice(-latelyDays)
  return coins.map((coin) => {
    const own = all.filter((flow) => flow.coin === coin)
    const course = courseOf(days, free, coin)
    const lately = told.flatMap(({ flows }) => flows).filter((flow) => flow.coin === coin)
    const used =
      sum(lately, ({ from, to }) => from === free && to !== 'house.capital') -
      sum(lately, ({ from, to }) => from === promised && to === free)
    const there = course.at(-1) ?? 0n
    return {
      coin,
      free: there,
      promised: sum(own, ({ to }) => to === promised) - sum(own, ({ from }) => from === promised),
      paid: sum(own, ({ from, to }) => (from === free || from === promised) && isHolder(to)),
      fromCapital: sum(own, ({ from, to }) => from === 'house.capital' && to === free),
      fromFees: sum(own, ({ from, to }) => isFees(from) && to === free),
      fromOutside: sum(own, ({ from, to }) => from === 'outside.network' && to === free),
      toCapital: sum(own, ({ from, to }) => from === free && to === 'house.capital'),
      lastsDays: used > 0n ? Number((there * BigInt(told.length)) / used) : undefined,
      passes: passingPools.has(pool),
      course,
    }
  })
}

/** What came into an account from where, or went out of it to where, in one coin: largest first. */
export function partsOf(
  flows: readonly Flow[],
  account: string,
  way: 'in' | 'out',
  coin: string,
): { readonly other: string; readonly code: number; readonly units: bigint }[] {
  const parts = new Map<string, { other: string; code: number; units: bigint }>()
  for (const flow of flows) {
    if (flow.coin !== coin || (way === 'in' ? flow.to : flow.from) !== account) continue
    const other = way === 'in' ? flow.from : flow.to
    // Records name what holders paid; which of their accounts it came from says nothing more.
    const code = isHolder(other) ? flow.code : -1
    const key = code >= 0 ? `${code}` : other
    const part = parts.get(key) ?? { other, code, units: 0n }
    part.units += flow.units
    parts.set(key, part)
  }
  return [...parts.values()].toSorted((one, another) => (one.units < another.units ? 1 : -1))
}
