import { describe, expect, it } from 'vitest'
import { type PowerFacts, showPower } from './power-view.ts'

const one = 100_000_000n
const facts: PowerFacts = {
  power: 1_000n * one,
  all: 4_000n * one,
  full: 100_000n * one,
  poolFree: 50_000n * one,
  mined: { today: 2n * one, total: 30n * one },
  atmc: 10n * one,
  guide: { numerator: 1n, denominator: 3n },
  price: { numerator: 1n, denominator: 3n },
  reserves: { base: 500n * one, quoted: 990n * one },
  losses: { lost: 9n * one, restored: 4n * one },
  decayShare: '0.002',
}

describe('computing power as its holder sees it', () => {
  it('says its part of all, and what the next midnight would pay while there is less than the full weight', () => {
    // 1 % of 50,000 is 500; 1,000 of 100,000 POWER is 1 %.
    expect(showPower(facts)).toMatchObject({ share: '0.25', estimate: '5', guidePrice: '0.33333333', restorable: '5' })
  })

  it('offers for sale what was mined and is still there, and says by how much selling it moves the price', () => {
    expect(showPower(facts)).toMatchObject({ forSale: '10', pairId: 2, slippage: '0.0099703' })
    expect(showPower({ ...facts, atmc: 100n * one }).forSale).toBe('30')
    expect(showPower({ ...facts, reserves: { base: 0n, quoted: 0n } }).slippage).toBeNull()
    expect(showPower({ ...facts, atmc: 0n }).slippage).toBeNull()
  })

  it('rounds parts and the estimate down, and says a whole as 1', () => {
    expect(showPower({ ...facts, power: one, all: 3n * one }).share).toBe('0.33333333')
    expect(showPower({ ...facts, power: one, all: one, guide: { numerator: 1n, denominator: 1n } })).toMatchObject({
      share: '1',
      guidePrice: '1',
      dayShare: '0.01',
    })
    // 1 % of 199 units is 1.99; one holder has all POWER.
    const alone = { power: facts.full, all: facts.full, poolFree: 199n }
    expect(showPower({ ...facts, ...alone }).estimate).toBe('0.00000001')
  })

  it('moves no price where one side of the market is empty, and half of it where as much is sold as is there', () => {
    const slippage = (base: bigint, quoted: bigint) => showPower({ ...facts, reserves: { base, quoted } }).slippage
    expect([slippage(0n, one), slippage(one, 0n)]).toEqual([null, null])
    // Selling 10 adds 9.97 after the 0.3 % fee.
    expect(slippage(500n * one, 997_000_000n)).toBe('0.5')
  })

  it('says nothing where nothing is', () => {
    const empty = showPower({ ...facts, power: 0n, all: 0n, guide: undefined })
    expect(empty).toMatchObject({ share: '0', estimate: '0', guidePrice: null })
  })
})
