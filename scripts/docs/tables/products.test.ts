import { describe, expect, it } from 'vitest'
import { productLines } from '#products/registry.ts'
import { outcomesOf } from '#products/result/outcomes.ts'
import { futures, outcomeOf, powerPotIn, todayIn } from './futures.ts'
import { orderAt } from './product-rows.ts'
import { productsPage } from './products.ts'

const products = productLines.flatMap((line) => line.demo.map((product) => ({ line, product })))

describe('the products of the demo', () => {
  const page = productsPage()
  const rowOf = (start: string): string[] =>
    page
      .split('\n')
      .find((row) => row.startsWith(start))
      ?.split('|')
      .map((cell) => cell.trim()) ?? []

  it('say a package as the app does: coins of the same worth, so nothing to break even', () => {
    expect(rowOf('| 26 | until the end').slice(3, 11)).toEqual([
      ...['100 USDT', '500 ATMC', '100 USDT', '0.00', '+ 100 USDT − 500 ATMC', '0.00', '0.00', '—'],
    ])
  })

  it('say the same sure result and the same days as the ways the screens show', () => {
    const [, today] = futures
    if (!today) throw new Error('there is a future as it opens')
    for (const { line, product } of products.filter(({ line: { marks } }) => !marks))
      for (const period of product.periods) {
        const order = orderAt(product, period)
        const way = outcomesOf(order, todayIn(product, order, line, today)).find(({ way: name }) => name !== 'on')
        const told = rowOf(
          `| ${product.id} | ${period.days > 0 ? `${period.days} d, ` : ''}${way?.way === 'off' ? 'ends' : 'until'}`,
        )
        expect(told[10]?.split(' · ')[1] ?? told[10], `${product.id}`).toBe(way?.cost ? `${way.breaksEven}` : '—')
      }
  })

  it('are deals: held as meant, each is no loss in a year as the demo opens, or breaks even within 400 days', () => {
    const [, today] = futures
    if (!today) throw new Error('there is a future as it opens')
    for (const { line, product } of products)
      for (const period of product.periods) {
        const order = orderAt(product, period)
        for (const way of outcomesOf(order, todayIn(product, order, line, today))) {
          if (!way.sure || way.way === 'leave') continue
          const { holder } = outcomeOf(way, line, powerPotIn(today))
          expect(holder !== undefined && (holder >= 0n || (way.breaksEven ?? Infinity) <= 400), `${product.id}`).toBe(
            true,
          )
        }
      }
  })

  it('say three futures of market and fund, too: nothing is left out', () => {
    for (const start of ['| 30 | 90 d', '| 34 | until the end']) {
      const [holder, company] = rowOf(start).slice(8, 10)
      expect(holder?.split(' · ')).toHaveLength(3)
      expect(company).not.toBe('—')
    }
    expect(rowOf('| 34 | until the end')[8]).toBe('-10.00 · 0.00 · 7.00')
  })
})
