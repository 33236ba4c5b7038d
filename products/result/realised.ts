import type * as v from 'valibot'
import { showUnits } from '#kit/amount/amount.ts'
import type { Asset } from '#kit/amount/coins.ts'
import type { Day } from '#kit/time/clock.ts'
import type { booked, bookedAll } from '../terms/fields.ts'
import type { Moved } from '../terms/line.ts'
import { sumOf, type UsdtOf, usdtOf } from './result.ts'

/** In units: `paid` left the wallet, `back` returned to it, `net` is the change of wallet and orders together. */
export type Flow = {
  readonly asset: Asset
  readonly paid: bigint
  readonly back: bigint
  readonly net: bigint
}
export type DayFlow = Flow & { readonly day: Day }
export type OrderFlow = Flow & { readonly orderId: number }

const amounts = (flows: readonly Flow[], field: 'paid' | 'back' | 'net'): readonly Moved[] =>
  sumOf(flows.map((flow) => ({ asset: flow.asset, units: flow[field] })))
const isPoint = ({ asset }: Moved): boolean => asset === 'POWER' || asset === 'CREDIT'
const show = (moved: readonly Moved[]) =>
  moved.filter((each) => !isPoint(each)).map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

export function netOf(flows: readonly Flow[], usdt: UsdtOf): v.InferOutput<typeof bookedAll> {
  const net = amounts(flows, 'net')
  const worth = usdtOf(net, usdt)
  return {
    gained: show(net.filter(({ units }) => units > 0n)),
    givenUp: show(net.filter(({ units }) => units < 0n).map(({ asset, units }) => ({ asset, units: -units }))),
    usdt: worth === undefined ? null : showUnits(worth),
  }
}

export const realisedOf = (flows: readonly Flow[], usdt: UsdtOf): v.InferOutput<typeof booked> => ({
  paid: show(amounts(flows, 'paid')),
  back: show(amounts(flows, 'back')),
  ...netOf(flows, usdt),
  power: showUnits(amounts(flows, 'net').find(({ asset }) => asset === 'POWER')?.units ?? 0n),
})

export const worthNow = (worth: readonly Moved[]): readonly Flow[] =>
  worth.map(({ asset, units }) => ({ asset, paid: 0n, back: 0n, net: units }))
