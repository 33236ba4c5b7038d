// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { reads } from '#ui/use-call.ts'
import { listProducts } from '../investing.contract.ts'
import { ReserveSheet } from '../reservations/ReserveSheet.tsx'
import { BuySheet } from './BuySheet.tsx'
import { GuestProduct } from './GuestProduct.tsx'
import { testData, testItem, testQuote } from './test-product.ts'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  // Texts with their values, to see what a sentence is filled with.
  i18n.loadAndActivate({
    locale: 'en',
    messages: {
      'reinvest.on_brings': ['A new round begins with ', ['base'], ' and ', ['interest']],
      'reinvest.off_brings': [['base'], ' and ', ['interest'], ' come back; ', ['side'], ' goes for ', ['power']],
      'reinvest.off_brings_alone': [['base'], ' and ', ['interest'], ' come back'],
      'product.star_how': [['days'], ' days with ', ['amount']],
    },
  })
})
afterEach(() => {
  cleanup()
  reads.clear()
})
afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const on = 'A new round begins with 100.00 USDT and 0.24 USDT'
const off = '100.00 USDT and 0.24 USDT come back; 80.00 ATMC goes for 20.00'
const common = { open: true, onClose: () => undefined, product: testItem(), quote: testQuote(), lines: [] }

describe('the confirm of a purchase', () => {
  const show = (reinvest?: boolean) =>
    render(
      <BuySheet
        {...common}
        order={{ amount: '100', days: 15, card: 'hash', ...(reinvest === undefined ? {} : { reinvest }) }}
      />,
    )

  it('says what auto-reinvest brings, and what going without it does', () => {
    show(true)
    expect(screen.getByText(on)).toBeDefined()
    cleanup()
    show(false)
    expect(screen.getByText(off)).toBeDefined()
  })

  it('speaks of no side coin where the term asks for none', () => {
    const quote = testQuote({ side: '0', sideMost: '0', sidePower: '0' })
    render(<BuySheet {...common} quote={quote} order={{ amount: '100', days: 1, card: 'hash', reinvest: false }} />)
    expect(screen.getByText('100.00 USDT and 0.24 USDT come back')).toBeDefined()
  })

  it('says nothing of it where there is no choice', () => {
    show()
    expect(screen.queryByText('reinvest.label')).toBeNull()
  })
})

it('the confirm of a reservation says what the choice means too', () => {
  const offer = { prepaid: '1', credit: '100', ahead: 3 }
  render(<ReserveSheet {...common} offer={offer} order={{ amount: '100', days: 15, reinvest: false, card: 'hash' }} />)
  expect(screen.getByText(off)).toBeDefined()
})

describe('a product for a guest', () => {
  it('that needs a star says from when one can have the first', () => {
    const product = testItem({ line: 'machine', minimum: '500', maximumValue: '500', side: null, accrual: 'share' })
    reads.setQueryData([listProducts.path, {}], { items: [product] })
    render(<GuestProduct data={testData({ product })} />)
    expect(screen.getByText(/90 days with 2,000 USDT/)).toBeDefined()
  })

  it('that needs none speaks of no star', () => {
    reads.setQueryData([listProducts.path, {}], { items: [testItem()] })
    render(<GuestProduct data={testData()} />)
    expect(screen.queryByText(/days with/)).toBeNull()
  })
})
