import { describe, expect, it } from 'vitest'
import { seededDice } from '#kit/random.ts'
import { decideDemoTrade, hoursBetween } from './demo-trader.ts'
import { swap } from './market.ts'

const at = (moment: string) => new Date(moment)

describe('the wallet that trades in the demo', () => {
  it('trades once for each full hour that passed, and not for long gone ones', () => {
    const hours = hoursBetween(at('2026-11-21T10:20:00Z'), at('2026-11-21T13:00:00Z'), 48)
    expect(hours.map((hour) => hour.toISOString().slice(11, 16))).toEqual(['11:00', '12:00', '13:00'])
    expect(hoursBetween(at('2026-11-21T10:00:00Z'), at('2026-11-21T10:59:59Z'), 48)).toEqual([])
    expect(hoursBetween(at('2026-11-01T00:00:00Z'), at('2026-11-21T00:00:00Z'), 48)).toHaveLength(48)
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
