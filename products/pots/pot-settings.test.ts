import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { splitFees } from './fees.ts'
import { feeParts, fullWeightOf, fullWeights } from './pot-settings.ts'

describe('where fees of a day go', () => {
  const accepts = (change: object) => v.is(feeParts.schema, { ...feeParts.initial, ...change })

  it('is as declared until an operator changes it', () => {
    expect(accepts({})).toBe(true)
    expect(accepts({ compound: '0.5' })).toBe(true)
  })

  it('is never more than there is, and rewards are at most 30 % of it', () => {
    expect(accepts({ compound: '0.7' })).toBe(false)
    expect(accepts({ liquidity: '1.1' })).toBe(false)
    expect(accepts({ referral: '0.3', node: '0' })).toBe(true)
    expect(accepts({ compound: '0', referral: '0.31', node: '0' })).toBe(false)
    expect(accepts({ node: 'much' })).toBe(false)
  })

  it('counts the quarter of the nodes’ part that goes by the fees of their teams as a reward', () => {
    expect(accepts({ liquidity: '0', referral: '0.3', node: '0.2' })).toBe(false)
    expect(accepts({ referral: '0.25', node: '0.2' })).toBe(true)
    expect(accepts({ referral: '0.25', node: '0.20000001' })).toBe(false)
    expect(accepts({ referral: '0.25000001', node: '0.2' })).toBe(false)
    expect(accepts({ compound: '0', compute: '0', referral: '0', node: '1' })).toBe(true)
  })

  it('never lets rewards be more than 30 % of what was received, whoever paid it', () => {
    const part = fc.integer({ min: 0, max: 100 }).map((percent) => String(percent / 100))
    const some = fc.record({ liquidity: part, compound: part, node: part, referral: part, compute: part })
    const units = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(some, units, units, (parts, traded, taken) => {
        fc.pre(v.is(feeParts.schema, parts))
        const fees = [
          { pair: 'USDT-WLD', coin: 'USDT', units: traded },
          { pair: undefined, coin: 'USDT', units: taken },
        ] as const
        for (const { referral, node, received } of splitFees(fees, parts, true))
          expect(10n * (4n * referral + node) <= 12n * received).toBe(true)
      }),
    )
  })
})

describe('the full weight', () => {
  it('is in 10⁻⁸ where a pool has one', () => {
    expect(fullWeightOf('node', fullWeights.initial)).toBe(10_000_000_000n)
    expect(fullWeightOf('machine', fullWeights.initial)).toBe(100_000_000_000n)
    expect(fullWeightOf('compound', fullWeights.initial)).toBe(0n)
  })
})
