import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Day } from '#kit/time/clock.ts'
import { chances, hashOfSeed, meanShare, prizes, rollOf, shareOf, verifyDraw, walletSeed } from './draw.ts'

const day = '2026-11-23' as Day
const daySeed = '11'.repeat(32)
const seed = walletSeed(daySeed, day, 'WALLET0001')
const made = () => {
  const roll = rollOf({ day, seed, holderSeed: 'mine' })
  return {
    day,
    seed,
    holderSeed: 'mine',
    hash: hashOfSeed(seed),
    roll,
    share: shareOf(roll),
    daySeed,
    walletId: 'WALLET0001',
  }
}

describe('a draw', () => {
  it('has chances that add up to all, and unlocks half a percent on average', () => {
    expect(prizes.reduce((sum, { rolls }) => sum + rolls, 0)).toBe(1_000)
    expect(chances.map(({ share, chance }) => `${share} ${chance}`)).toEqual([
      '0.001 0.575',
      '0.005 0.245',
      '0.01 0.12',
      '0.025 0.04',
      '0.05 0.02',
    ])
    const { numerator, denominator } = meanShare()
    expect(numerator * 200n).toBe(denominator)
  })

  it('gives each part for exactly its rolls', () => {
    const counted = new Map<string, number>()
    for (let roll = 0; roll < 1_000; roll += 1) counted.set(shareOf(roll), (counted.get(shareOf(roll)) ?? 0) + 1)
    expect([...counted]).toEqual(prizes.map(({ share, rolls }) => [share, rolls]))
  })

  it('rolls evenly, whatever is mixed in', () => {
    const counts = new Map<string, number>()
    for (let each = 0; each < 20_000; each += 1) {
      const share = shareOf(rollOf({ day, seed, holderSeed: String(each) }))
      counts.set(share, (counts.get(share) ?? 0) + 1)
    }
    for (const { share, rolls } of prizes) {
      const expected = (20_000 * rolls) / 1_000
      const deviation = Math.sqrt(expected * (1 - rolls / 1_000))
      expect(Math.abs((counts.get(share) ?? 0) - expected)).toBeLessThan(5 * deviation)
    }
  })

  it('is fine when everything fits what was shown before', () => {
    expect(verifyDraw(made())).toBe('fine')
    const { daySeed: _, ...before } = made()
    expect(verifyDraw(before)).toBe('fine')
  })

  it('is caught when the server changed its seed, the roll, the part or the seed of the day', () => {
    const draw = made()
    const other = walletSeed('22'.repeat(32), day, 'WALLET0001')
    expect(verifyDraw({ ...draw, seed: other })).toBe('seed_changed')
    expect(verifyDraw({ ...draw, roll: (draw.roll + 1) % 1_000 })).toBe('roll_wrong')
    expect(verifyDraw({ ...draw, holderSeed: 'another' })).toBe('roll_wrong')
    expect(verifyDraw({ ...draw, share: draw.share === '0.05' ? '0.001' : '0.05' })).toBe('share_wrong')
    expect(verifyDraw({ ...draw, daySeed: '22'.repeat(32) })).toBe('day_seed_wrong')
    expect(verifyDraw({ ...draw, dayHash: hashOfSeed(daySeed) })).toBe('fine')
    expect(verifyDraw({ ...draw, dayHash: hashOfSeed(other) })).toBe('day_seed_wrong')
  })

  it('has a seed of its own for every wallet and day', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        fc.pre(one !== two)
        expect(walletSeed(daySeed, day, one)).not.toBe(walletSeed(daySeed, day, two))
      }),
    )
    expect(walletSeed(daySeed, '2026-11-24' as Day, 'WALLET0001')).not.toBe(seed)
  })
})
