import type * as v from 'valibot'
import { showUnits } from '#kit/amount.ts'
import type { Asset } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { booked, bookedAll } from '../terms/fields.ts'
import type { Moved } from '../terms/line.ts'
import { sumOf, type UsdtOf, usdtOf } from './result.ts'

/**
 * Entries of one order on one day, in one asset. `paid` left the wallet, `back` came to it; `net` is what wallet and order together
 * have more (or less) than before. Units.
 */
export type Flow = {
  readonly orderId: number
  readonly day: Day
  readonly asset: Asset
  readonly paid: bigint
  readonly back: bigint
  readonly net: bigint
}

const amounts = (flows: readonly Flow[], field: 'paid' | 'back' | 'net'): readonly Moved[] =>
  sumOf(flows.map((flow) => ({ asset: flow.asset, units: flow[field] })))
const isPoint = ({ asset }: Moved): boolean => asset === 'POWER' || asset === 'CREDIT'
const show = (moved: readonly Moved[]) =>
  moved.filter((each) => !isPoint(each)).map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

/** The net result of flows: more, less, and both in USDT. */
export function netOf(flows: readonly Flow[], usdt: UsdtOf): v.InferOutput<typeof bookedAll> {
  const net = amounts(flows, 'net')
  const worth = usdtOf(net, usdt)
  return {
    gained: show(net.filter(({ units }) => units > 0n)),
    givenUp: show(net.filter(({ units }) => units < 0n).map(({ asset, units }) => ({ asset, units: -units }))),
    usdt: worth === undefined ? null : showUnits(worth),
  }
}

/** What an order took and brought so far, by its entries. */
export const bookedOf = (flows: readonly Flow[], usdt: UsdtOf): v.InferOutput<typeof booked> => ({
  paid: show(amounts(flows, 'paid')),
  back: show(amounts(flows, 'back')),
  ...netOf(flows, usdt),
  power: showUnits(amounts(flows, 'net').find(({ asset }) => asset === 'POWER')?.units ?? 0n),
})

/** Of a running order: what it holds outside the wallet and its own principal, counted at what it is worth now. */
export const worthNow = (orderId: number, day: Day, worth: readonly Moved[]): readonly Flow[] =>
  worth.map(({ asset, units }) => ({ orderId, day, asset, paid: 0n, back: 0n, net: units }))

/** Flows by something they have in common, in the order they first stand in. */
export function grouped<Key>(
  flows: readonly Flow[],
  keyOf: (flow: Flow) => Key,
): readonly (readonly [Key, readonly Flow[]])[] {
  const groups = new Map<Key, Flow[]>()
  for (const flow of flows) {
    const group = groups.get(keyOf(flow))
    if (group) group.push(flow)
    else groups.set(keyOf(flow), [flow])
  }
  return [...groups]
}
