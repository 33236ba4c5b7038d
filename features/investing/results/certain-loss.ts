import type { OutputOf } from '#kit/wire/contract.ts'
import type { getOrder, listProducts } from '../investing.contract.ts'

type Way = OutputOf<typeof getOrder>['ways'][number]
type ProductItem = OutputOf<typeof listProducts>['items'][number]

const isAbove = (text: string): boolean => /[1-9]/.test(text)

/** spent: no coin is certain to come back. */
export type CertainLoss = { readonly is: 'spent' | 'lost'; readonly amount: string; readonly coin: string }

/** Undefined if none or unknown. @param reinvest the choice at the end of a round; undefined if there is none */
export function certainLoss(ways: readonly Way[], reinvest: boolean | undefined): CertainLoss | undefined {
  const name = reinvest === undefined ? 'end' : reinvest ? 'on' : 'off'
  const way = ways.find((each) => each.way === name)
  if (!way?.sure) return undefined
  if (way.usdt?.startsWith('-') && isAbove(way.usdt))
    return { is: way.comesBack.length === 0 ? 'spent' : 'lost', amount: way.usdt.slice(1), coin: 'USDT' }
  const [lost] = way.usdt === null && name === 'off' ? way.givenUp : []
  return lost && { is: 'lost', amount: lost.amount, coin: lost.asset }
}

/** A term that needs no second coin, so stopping is free; undefined if none. */
export const freeTerm = ({ periods }: Pick<ProductItem, 'periods'>, days: number): number | undefined =>
  periods.find((period) => period.days !== days && !isAbove(period.sideShare))?.days
