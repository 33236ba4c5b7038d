import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount/amount.ts'
import { machine } from '../lines/machine/machine.ts'
import { node } from '../lines/node/node.ts'
import { capAt } from '../pots/pot-share.ts'
import type { BuyerFacts } from './line.ts'
import type { Order } from './order.ts'
import { termsOf } from './purchase.ts'
import { termWeight } from './star-line.ts'
import { testFacts, testOrder, testProducts } from './test-order.ts'

const buyer = (changes: Partial<BuyerFacts> = {}): BuyerFacts => ({
  star: 1,
  hasOrder: false,
  hasExited: false,
  ...changes,
})

function orderOf(id: number): Order {
  const product = testProducts.find((each) => each.id === id)
  const [period] = product?.periods ?? []
  if (!product || !period) throw new Error('there is such a product')
  const price = product.minimumUnits
  const amounts = { baseUnits: price, valueUnits: price, sideUnits: 0n, sideValueUnits: 0n, promiseUnits: 0n }
  return { ...testOrder(amounts), roundEnds: undefined, terms: termsOf(product, period) }
}

describe('lines for star users', () => {
  it('are open to them alone', () => {
    const order = orderOf(40)
    expect(() => machine.gate?.(order.terms, buyer({ star: 0 }))).toThrow('invest.star_needed')
    expect(() => machine.gate?.(order.terms, buyer({ hasOrder: true }))).not.toThrow()
    expect(() => machine.gate?.(order.terms, buyer({ hasExited: true }))).toThrow('invest.exit_before_reinvest')
  })

  it('a node is of at most the own star, and one for each wallet', () => {
    const [first, second] = [orderOf(45).terms, orderOf(46).terms]
    expect(() => node.gate?.(first, buyer({ star: 0 }))).toThrow('invest.star_needed')
    expect(() => node.gate?.(first, buyer())).not.toThrow()
    expect(() => node.gate?.(second, buyer())).toThrow('invest.node_level_wrong')
    expect(() => node.gate?.(second, buyer({ star: 6 }))).not.toThrow()
    expect(() => node.gate?.(first, buyer({ star: 6, hasOrder: true }))).toThrow('invest.already_node_user')
  })

  it('are sold by the demo at the prices and weights of their models and stars', () => {
    const one = 100_000_000n
    const sold = ({ demo }: typeof machine | typeof node) =>
      demo.map(({ id, minimumUnits, maximumValueUnits, periods, lineTerms }) => [
        id,
        lineTerms?.tier,
        minimumUnits / one,
        maximumValueUnits / one,
        periods[0]?.weight,
      ])
    expect(sold(node)).toEqual([
      [45, 1, 15n, 15n, '1'],
      [46, 2, 50n, 50n, '3.5'],
      [47, 3, 125n, 125n, '9'],
      [48, 4, 250n, 250n, '19'],
      [49, 5, 375n, 375n, '30'],
      [50, 6, 500n, 500n, '42'],
    ])
    expect(sold(machine)).toEqual([
      [40, undefined, 500n, 500n, '10'],
      [41, undefined, 1_000n, 1_000n, '22'],
      [42, undefined, 5_000n, 5_000n, '120'],
    ])
    expect([machine.piecesMost, node.piecesMost]).toEqual([100, 1])
    expect([machine.codes.coin, node.codes.coin]).toEqual([
      [34, 36, 35],
      [38, 114, 39, 40],
    ])
  })

  it('a node without a tier is of one star, and its card says so', () => {
    const { terms } = orderOf(45)
    const { tier: _, ...untold } = terms
    expect(() => node.gate?.(untold, buyer())).not.toThrow()
    const product = testProducts.find(({ id }) => id === 45)
    if (!product) throw new Error('there is such a product')
    const { lineTerms: __, ...plain } = product
    expect(node.card(plain)).toContainEqual({
      part: 'formula',
      text: 'card.node.formula_fees',
      params: { tier: '1', weight: '1' },
    })
  })

  it('weigh what their terms say, in 10⁻⁸', () => {
    expect(termWeight(orderOf(46))).toBe(350_000_000n)
    expect(termWeight(testOrder())).toBe(0n)
  })

  it('are income at the start, to the unit', () => {
    const order = orderOf(40)
    expect(machine.start?.(order, testFacts()).postings).toMatchObject([
      { from: { purpose: 'principal' }, to: { owner: 'house', purpose: 'sales' }, units: order.baseUnits },
    ])
  })

  it('a machine is never paid more than 1 % of its price a day, and three times its price in all', () => {
    const order = orderOf(40)
    const price = fc.record({
      numerator: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      denominator: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    })
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 350 }), (prices) => {
        let paid = 0n
        for (const each of prices) {
          const most = machine.share?.most?.(order, 'ATMC', testFacts({ usdt: () => each })) ?? 0n
          expect(most * each.numerator * 100n <= order.valueUnits * each.denominator).toBe(true)
          const payment = capAt((machine.share?.cap?.(order) ?? 0n) - paid, most, each)
          paid += payment.valueUnits
          if (payment.last) break
        }
        expect(paid <= order.valueUnits * 3n).toBe(true)
      }),
    )
    const mostAt = (usdt: ReturnType<typeof rateOf> | undefined) =>
      machine.share?.most?.(order, 'ATMC', testFacts({ usdt: () => usdt }))
    expect([mostAt(undefined), mostAt(rateOf('0'))]).toEqual([0n, 0n])
    expect([mostAt(rateOf('0.05')), mostAt(rateOf('0.07')), mostAt({ numerator: 1n, denominator: 3n })]).toEqual([
      10_000_000_000n,
      7_142_857_142n,
      1_500_000_000n,
    ])
    expect(machine.share?.cap?.(order)).toBe(150_000_000_000n)
  })
})
