import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PairId } from '#kit/text/ids.ts'
import { buyFor, splitFees } from './fees.ts'
import { feeParts } from './pot-settings.ts'

const parts = feeParts.initial

describe('the fees of a day', () => {
  it('go half to the liquidity of the pair that paid them, the rest by parts, coin by coin', () => {
    const fees = [
      { pair: 'USDT-WLD', coin: 'USDT', units: 1_001n },
      { pair: 'USDT-ATMC', coin: 'USDT', units: 1_000n },
      { pair: 'USDT-ATMC', coin: 'ATMC', units: 777n },
      { pair: undefined, coin: 'USDT', units: 100n },
      { pair: 'USDT-WLD', coin: 'WLD', units: 99n },
    ] as const
    expect(splitFees(fees, parts, true)).toEqual([
      {
        coin: 'USDT',
        received: 2_101n,
        liquidity: [
          { pair: 'USDT-WLD', units: 500n },
          { pair: 'USDT-ATMC', units: 500n },
        ],
        compound: 440n,
        node: 220n,
        referral: 110n,
        compute: 110n,
      },
      {
        coin: 'WLD',
        received: 99n,
        liquidity: [{ pair: 'USDT-WLD', units: 49n }],
        compound: 0n,
        node: 10n,
        referral: 5n,
        compute: 0n,
      },
      {
        coin: 'ATMC',
        received: 777n,
        liquidity: [{ pair: 'USDT-ATMC', units: 388n }],
        compound: 155n,
        node: 77n,
        referral: 38n,
        compute: 38n,
      },
    ])
  })

  it('leave the part of nodes in the fees while none runs', () => {
    const [usdt] = splitFees([{ pair: 'USDT-WLD', coin: 'USDT', units: 1_000n }], parts, false)
    expect(usdt).toMatchObject({ node: 0n, compound: 200n })
  })

  it('are never shared out beyond what was received', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const fee = fc.record({
      pair: fc.constantFrom<(PairId | undefined)[]>('USDT-WLD', 'USDT-ATMC', undefined),
      coin: fc.constantFrom('USDT' as const, 'ATMC' as const, 'ATMX' as const),
      units,
    })
    fc.assert(
      fc.property(fc.array(fee, { maxLength: 8 }), (fees) => {
        for (const split of splitFees(fees, parts, true)) {
          const out = split.liquidity.reduce((sum, part) => sum + part.units, 0n)
          expect(out + split.compound + split.node + split.referral + split.compute <= split.received).toBe(true)
        }
      }),
    )
  })
})

describe('buying for the compute pool', () => {
  it('spends what waits, but never moves the price by more than 1 %; the rest waits', () => {
    const reserves = { usdt: 99_000n, atmc: 1_000_000n }
    expect(buyFor(500n, reserves)).toEqual({ spent: 500n, bought: 5_025n })
    expect(buyFor(5_000n, reserves)).toEqual({ spent: 1_000n, bought: 10_000n })
    expect(buyFor(0n, reserves)).toEqual({ spent: 0n, bought: 0n })
    expect(buyFor(500n, { usdt: 0n, atmc: 0n })).toEqual({ spent: 0n, bought: 0n })
  })

  it('never leaves the market with less than it had', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(amount, amount, amount, (waiting, usdt, atmc) => {
        const { spent, bought } = buyFor(waiting, { usdt, atmc })
        expect((usdt + spent) * (atmc - bought) >= usdt * atmc).toBe(true)
        expect(spent * 100n <= usdt + spent).toBe(true)
      }),
    )
  })
})
