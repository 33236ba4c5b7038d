import { describe, expect, it } from 'vitest'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { swap } from '../market.ts'
import { decideDemoTrade, hoursBetween } from './demo-trader.ts'

const at = (moment: string) => new Date(moment)

describe('the wallet that trades in the demo', () => {
  it('trades once for each full hour that passed, and not for long gone ones', () => {
    const hours = hoursBetween(at('2026-11-21T10:20:00Z'), at('2026-11-21T13:00:00Z'), 48)
    expect(hours.map((hour) => hour.toISOString().slice(11, 16))).toEqual(['11:00', '12:00', '13:00'])
    expect(hoursBetween(at('2026-11-21T10:00:00Z'), at('2026-11-21T10:59:59Z'), 48)).toEqual([])
    expect(hoursBetween(at('2026-11-01T00:00:00Z'), at('2026-11-21T00:00:00Z'), 48)).toHaveLength(48)
  })

  it('gives 0.02 to 0.2 % of a reserve, rounded down, of the dearer coin more often', () => {
    const chances: number[] = []
    const dice = (givesQuoted: boolean, drawn: number): Dice => ({
      below: (below) => (below === 19 ? drawn : -1),
      chance: (chance) => {
        chances.push(chance)
        return givesQuoted
      },
      pick: () => {
        throw new Error('nothing is picked')
      },
    })
    const least = { base: 14_999n, quoted: 14_999n }
    const most = { base: 9_999n, quoted: 9_999n }
    expect(decideDemoTrade(dice(true, 0), 'USDT-WLD', least)).toEqual({ give: 'WLD', units: 2n })
    expect(decideDemoTrade(dice(false, 0), 'USDT-WLD', least)).toEqual({ give: 'USDT', units: 2n })
    expect(decideDemoTrade(dice(true, 18), 'USDT-WLD', most)).toEqual({ give: 'WLD', units: 19n })
    expect(decideDemoTrade(dice(false, 18), 'USDT-WLD', most)).toEqual({ give: 'USDT', units: 19n })
    chances.length = 0
    decideDemoTrade(dice(true, 0), 'USDT-WLD', { base: 50_000n, quoted: 40_000n })
    decideDemoTrade(dice(true, 0), 'USDT-WLD', { base: 50_001n, quoted: 40_000n })
    expect(chances).toEqual([0.35, 0.65])
  })

  it('keeps a price near where it opened for a year', () => {
    const dice = seededDice(7)
    let base = 200_000n * 10n ** 8n
    let quoted = 160_000n * 10n ** 8n
    for (let hour = 0; hour < 365 * 24; hour += 1) {
      const { give, units } = decideDemoTrade(dice, 'USDT-WLD', { base, quoted })
      if (give === 'USDT') {
        const { net, received } = swap(base, quoted, units)
        base += net
        quoted -= received
      } else {
        const { net, received } = swap(quoted, base, units)
        quoted += net
        base -= received
      }
      const price = Number(base) / Number(quoted)
      expect(price > 1.1 && price < 1.4).toBe(true)
    }
  })
})
