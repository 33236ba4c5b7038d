import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
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
    expect(accepts({ referral: '0.3' })).toBe(true)
    expect(accepts({ compound: '0', referral: '0.31' })).toBe(false)
    expect(accepts({ node: 'much' })).toBe(false)
  })
})

describe('the full weight', () => {
  it('is in 10⁻⁸ where a pool has one', () => {
    expect(fullWeightOf('node', fullWeights.initial)).toBe(10_000_000_000n)
    expect(fullWeightOf('machine', fullWeights.initial)).toBe(100_000_000_000n)
    expect(fullWeightOf('compound', fullWeights.initial)).toBe(0n)
  })
})
