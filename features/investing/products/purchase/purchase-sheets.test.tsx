// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { reads } from '#ui/call/use-call.ts'
import { listProducts } from '../../investing.contract.ts'
import { ReserveSheet } from '../../reservations/ReserveSheet.tsx'
import { GuestProduct } from '../cards/GuestProduct.tsx'
import { testData, testItem, testQuote } from '../test-product.ts'
import { BuySheet } from './BuySheet.tsx'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  i18n.loadAndActivate({
    locale: 'en',
    messages: {
      'result.stays': [['in'], ' in, ', ['back'], ' stays'],
      'result.given': [['in'], ' in, ', ['back'], ' back, ', ['lost'], ' given up'],
      'result.whole': [['in'], ' in, ', ['back'], ' back'],
      'result.stop_free': ['free to stop after ', ['days']],
      'result.stays_free': ['nothing lost, ', ['back'], ' stays'],
      'result.breaks_even_power': ['mined back after ', ['days']],
      'product.star_how': [['days'], ' days with ', ['amount']],
    },
  })
})
afterEach(() => {
  cleanup()
  reads.clear()
})
afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const usdt = (amount: string) => ({ asset: 'USDT', amount })
const atmc = { asset: 'ATMC', amount: '80' }
const ways: NonNullable<ReturnType<typeof testQuote>>['ways'] = [
  {
    ...{ way: 'on', sure: true, goesIn: [usdt('100'), atmc], comesBack: [usdt('100.24'), atmc], givenUp: [] },
    ...{ power: '4.5', usdt: '0.24', priced: true, breaksEven: 45 },
  },
  {
    ...{ way: 'off', sure: true, goesIn: [usdt('100'), atmc], comesBack: [usdt('100.24')], givenUp: [atmc] },
    ...{ power: '24.5', usdt: '-19.7601', priced: true, breaksEven: 300 },
  },
]
const on = '100.00 USDT + 80.00 ATMC in, 100.24 USDT + 80.00 ATMC stays'
const off = '100.00 USDT + 80.00 ATMC in, 100.24 USDT back, 80.00 ATMC given up'
const common = { open: true, onClose: () => undefined, product: testItem(), quote: testQuote({ ways }), action: 'Buy' }

describe('the confirm of a purchase', () => {
  const show = (reinvest?: boolean) =>
    render(
      <BuySheet
        {...common}
        order={{ amount: '100', days: 15, card: 'hash', ...(reinvest === undefined ? {} : { reinvest }) }}
      />,
    )

  it('says of coins without an end date that they can be taken out any day, not a net result at an end', () => {
    const end = {
      ...{ way: 'end', sure: true, goesIn: [usdt('100')], comesBack: [usdt('100')], givenUp: [] },
      power: '0',
    }
    const quote = testQuote({
      ways: [{ ...end, usdt: '0', priced: true, breaksEven: null }] as typeof ways,
      sideMost: '0',
    })
    const product = testItem({ line: 'compound', side: null, reinvests: false, accrual: 'share' })
    render(<BuySheet {...common} product={product} quote={quote} order={{ amount: '100', card: 'hash' }} />)
    expect(screen.getByText('result.any_time')).toBeDefined()
    expect(screen.queryByText('result.result')).toBeNull()
  })

  it('says what auto-reinvest brings, and what going without it does', () => {
    show(true)
    expect(screen.getByText(on)).toBeDefined()
    expect(screen.getByText('free to stop after 45')).toBeDefined()
    cleanup()
    show(false)
    expect(screen.getByText(off)).toBeDefined()
    expect(screen.getByText('-19.77')).toBeDefined()
    expect(screen.getByText('mined back after 300')).toBeDefined()
  })

  it('adds what an exchange takes, and says what of its coin is left', () => {
    const exchange = {
      ...{ exchangeId: 3, direction: 'buy', give: 'USDT', amount: '25', receive: 'ATMC' },
      ...{ received: '101', least: '100.5', needsCode: false },
    } as const
    const order = { amount: '100', days: 15, card: 'hash', reinvest: false }
    const factOf = (label: string) => screen.queryByText(label)?.nextSibling?.textContent
    render(<BuySheet {...common} order={order} exchange={exchange} />)
    expect(factOf('buy.leaves')).toBe('125.00 USDT')
    // At least 100.5 arrive, and at most 80.4 are used.
    expect(factOf('buy.keeps')).toBe('20.10 ATMC')
    expect(screen.queryByText('quote.worth')).toBeNull()
    cleanup()
    const product = testItem({ base: 'WLD' })
    render(<BuySheet {...common} product={product} order={order} exchange={{ ...exchange, least: '80.4' }} />)
    expect(factOf('buy.leaves')).toBe('100.00 WLD + 25.00 USDT')
    expect(factOf('buy.keeps')).toBeUndefined()
  })

  it('speaks of no side coin where the term asks for none', () => {
    const given = ways.map((way) => ({
      ...way,
      goesIn: [usdt('100')],
      comesBack: [usdt('100.24')],
      givenUp: [],
      usdt: '0.24',
    }))
    const quote = testQuote({ side: '0', sideMost: '0', sidePower: '0', ways: given })
    const buy = (reinvest: boolean) =>
      render(<BuySheet {...common} quote={quote} order={{ amount: '100', days: 1, card: 'hash', reinvest }} />)
    buy(false)
    expect(screen.getByText('100.00 USDT in, 100.24 USDT back')).toBeDefined()
    cleanup()
    buy(true)
    expect(screen.getByText('nothing lost, 100.24 USDT stays')).toBeDefined()
  })

  it('says nothing of it where there is no choice', () => {
    show()
    expect(screen.queryByText('reinvest.label')).toBeNull()
  })
})

it('the confirm of a reservation says what the choice means too', () => {
  const offer = { prepaid: '1', credit: '100', ahead: 3 }
  const order = { amount: '100', days: 15, reinvest: false, card: 'hash' }
  render(<ReserveSheet {...common} have="80.4" offer={offer} order={order} />)
  expect(screen.getByText(off)).toBeDefined()
  expect(screen.queryByText('reserve.side_lacking')).toBeNull()
  cleanup()
  render(<ReserveSheet {...common} have="80" offer={offer} order={order} />)
  expect(screen.getByText('reserve.side_lacking')).toBeDefined()
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
