// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProductFacts } from '#products/purchase/product-facts.ts'
import type { Month } from '#products/result/month.ts'
import { testProduct, testProducts } from '#products/terms/test-order.ts'
import { type ProductItem, showProduct } from '../detail/product-view.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

const item = (productId: number, lately?: ProductFacts['lately'], month?: Month): ProductItem =>
  showProduct(
    {
      product: testProducts.find(({ id }) => id === productId) ?? testProduct,
      poolFree: undefined,
      sidePrice: undefined,
      paid: () => undefined,
      lately,
      quota: { left: undefined, queued: 0 },
      now: new Date('2026-11-21T10:00:00Z'),
    },
    month,
  )
const rows = async (...products: readonly ProductItem[]): Promise<string[]> => {
  const { ProductGroups } = await import('./ProductGroups.tsx')
  const { container } = render(<ProductGroups products={products} />)
  return [...container.querySelectorAll('li')].map((row) => row.textContent ?? '')
}

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

describe('the list of products', () => {
  it('says of whatever is shared by principal what it really paid, a loss as a loss', async () => {
    const [compound, fund] = await rows(
      item(20, { days: 3, principal: 30_000n, paid: 1n }),
      item(34, { days: 3, principal: 3n, paid: -1n }),
    )
    expect(compound).toMatch(/invest\.really_paid_day.*0\.0033%/)
    expect(fund).toMatch(/invest\.really_paid_day.*-33\.3334%/)
  })

  it('says so where nothing was paid yet, in the same words on every line', async () => {
    for (const text of await rows(item(20), item(34), item(30)))
      expect(text).toMatch(/product\.realised_day.*product\.none_shared/)
    // A machine's or node's payments are not relative to a principal.
    for (const text of await rows(item(40), item(45))) expect(text).not.toContain('product.realised_day')
  })

  it('says it for each market of the one entry they share', async () => {
    const [liquidity] = await rows(item(30, { days: 2, principal: 1_000n, paid: 1n }), item(31))
    expect(liquidity).toMatch(/product\.realised_day.*USDT \+ ATMC.*0\.1000%.*WLD \+ ATMX.*product\.none_shared/)
  })
})

describe('the cards of product lines', () => {
  const cards = async (...products: readonly ProductItem[]): Promise<string[]> => {
    const { ProductCards } = await import('./ProductCards.tsx')
    const { container } = render(<ProductCards products={products} />)
    return [...container.querySelectorAll('li')].map((row) => (row.textContent ?? '').replace(/\s+/g, ' '))
  }

  it('compare what 1,000 USDT earn in a month, a loss as a loss, and say what is only an estimate', async () => {
    const rows = await cards(
      item(1, undefined, { by: 'terms', usdt: 300_435_396n, days: 1 }),
      item(20, undefined, { by: 'lately', usdt: 597_000_000n, days: 0 }),
      item(5, undefined, { by: 'pots', usdt: 12_000_000n, days: 30 }),
      item(40, undefined, { by: 'lately', usdt: -94_000_000_001n, days: 0 }),
      item(34),
    )
    expect(rows).toEqual([
      expect.stringMatching(/^line\.dual\+3\.00 USDT.*· invest\.month\.terms$/),
      expect.stringMatching(/^line\.compound≈ \+5\.97 USDT.*· invest\.month\.lately$/),
      expect.stringMatching(/^line\.machine≈ -940\.01 USDT.*· invest\.month\.spentproduct\.star_only$/),
      expect.stringMatching(/^line\.fund.*invest\.month\.none$/),
      expect.stringMatching(/^line\.lockup≈ \+0\.12 USDT.*· invest\.month\.pots$/),
    ])
  })

  it('show a line once, by its best product, and say of an acceleration only that it is faster', async () => {
    const best = { by: 'terms', usdt: 3n, days: 1 } as const
    const rows = await cards(item(1, undefined, { ...best, usdt: -1n }), item(2, undefined, best), item(22))
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatch(/pays\.acceleration$/)
  })
})
