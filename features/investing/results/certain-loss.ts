import type { OutputOf } from '#kit/wire/contract.ts'
import type { getOrder, listProducts } from '../investing.contract.ts'

type Way = OutputOf<typeof getOrder>['ways'][number]
type ProductItem = OutputOf<typeof listProducts>['items'][number]

/** Whether an amount or a share is not 0. */
const isAbove = (text: string): boolean => /[1-9]/.test(text)

/** What buying is sure to cost. spent: nothing is sure to come back. */
export type CertainLoss = { readonly is: 'spent' | 'lost'; readonly amount: string; readonly coin: string }

/**
 * What is lost for sure on the way that was chosen; undefined where nothing is, or nobody can say.
 * @param reinvest the choice at the end of a round; undefined where there is none
 */
export function certainLoss(ways: readonly Way[], reinvest: boolean | undefined): CertainLoss | undefined {
  const name = reinvest === undefined ? 'end' : reinvest ? 'on' : 'off'
  const way = ways.find((each) => each.way === name)
  if (!way?.sure) return undefined
  if (way.usdt?.startsWith('-') && isAbove(way.usdt))
    return { is: way.comesBack.length === 0 ? 'spent' : 'lost', amount: way.usdt.slice(1), coin: 'USDT' }
  const [lost] = way.usdt === null && name === 'off' ? way.givenUp : []
  return lost && { is: 'lost', amount: lost.amount, coin: lost.asset }
}

/** Another term of a product that asks for no second coin, so that stopping costs nothing; undefined where there is none. */
export const freeTerm = ({ periods }: Pick<ProductItem, 'periods'>, days: number): number | undefined =>
  periods.find((period) => period.days !== days && !isAbove(period.sideShare))?.days
