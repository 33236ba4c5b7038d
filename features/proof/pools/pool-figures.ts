import type { Flow } from '#proofs/flows/flows.ts'

/** Null day: all earlier days together. */
export type FlowsOfDay = { readonly day: string | null; readonly flows: readonly Flow[] }

/** In units of one coin. */
export type PoolFigures = {
  readonly coin: string
  readonly free: bigint
  /** Locked for orders, not yet paid. */
  readonly promised: bigint
  /** Paid to holders, from free and promised coins. */
  readonly paid: bigint
  readonly fromCapital: bigint
  readonly fromFees: bigint
  readonly fromOutside: bigint
  readonly toCapital: bigint
  /** Whole days at the last month's rate; undefined without spending. */
  readonly lastsDays: number | undefined
  /** Whether the pool only passes on fees or profits. Such a pool holds no reserve, so no number of remaining days is given. */
  readonly passes: boolean
  readonly course: readonly bigint[]
}

/** Pools without reserves: their balance says nothing about future payouts. */
export const passingPools: ReadonlySet<string> = new Set(['liquidity', 'fund', 'node'])

/** Older days say little about how long a pool will last. */
const latelyDays = 31

export const sum = (flows: readonly Flow[], is: (flow: Flow) => boolean): bigint =>
  flows.reduce((total, flow) => (is(flow) ? total + flow.units : total), 0n)
/** Market coins count too, because fees bought them. */
const isFees = (name: string): boolean => name === 'house.fees' || name.startsWith('market.')
const isHolder = (name: string): boolean => /^(wallet\.|order\..*\.principal$)/.test(name)

export function courseOf(days: readonly FlowsOfDay[], account: string, coin: string): bigint[] {
  let balance = 0n
  return days.flatMap(({ day, flows }) => {
    const own = flows.filter((flow) => flow.coin === coin)
    balance += sum(own, ({ to }) => to === account) - sum(own, ({ from }) => from === account)
    return day === null ? [] : [balance]
  })
}

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
    // A record code describes a holder's payment better than the account.
    const code = isHolder(other) ? flow.code : -1
    const key = code >= 0 ? `${code}` : other
    const part = parts.get(key) ?? { other, code, units: 0n }
    part.units += flow.units
    parts.set(key, part)
  }
  return [...parts.values()].toSorted((one, another) => (one.units < another.units ? 1 : -1))
}
