import { describe, expect, it } from 'vitest'
import { testOrder } from '../terms/test-order.ts'
import { showHolding } from './order-holding.ts'

const one = 100_000_000n
const market = { base: 100n * one, quoted: 2_000n * one, shares: 400n * one }

describe('what shares are worth now', () => {
  it('is their part of both coins of a market, and the least that leaving may agree to', () => {
    const order = testOrder({ shareUnits: 100n * one, terms: { line: 'liquidity' } })
    expect(showHolding(order, { market })).toMatchObject({
      shares: '100',
      allShares: '400',
      worth: [
        { asset: 'USDT', amount: '25' },
        { asset: 'ATMC', amount: '500' },
      ],
      least: [
        { asset: 'USDT', amount: '24.875' },
        { asset: 'ATMC', amount: '497.5' },
      ],
      netAssetValue: null,
    })
  })

  it('is the principal of a fund’s order, with what it lost and when redemption is due', () => {
    const changes = { shareUnits: 50n * one, baseUnits: 45n * one, terms: { line: 'fund', side: undefined } } as const
    const shared = { fund: { principal: 90n * one, shares: 100n * one } }
    expect(showHolding(testOrder(changes), shared, 5n * one)).toMatchObject({
      worth: [{ asset: 'USDT', amount: '45' }],
      lost: '5',
      netAssetValue: '0.9',
      releasedBy: null,
    })
    const asked = testOrder({ ...changes, state: 'to_be_released' })
    expect(showHolding(asked, { fund: undefined })).toMatchObject({
      netAssetValue: null,
      releasedBy: '2026-11-30T00:00:00.000Z',
    })
  })

  it('is nothing for an order without shares, and for one that is over', () => {
    expect(showHolding(testOrder(), {})).toBeNull()
    expect(showHolding(testOrder({ shareUnits: 1n, state: 'ended' }), { market })).toBeNull()
  })
})
