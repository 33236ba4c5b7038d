import { describe, expect, it } from 'vitest'
import { attackLines } from './test-attack-lines.ts'
import { attack, gainsOf, honestWay, type Outcome } from './test-attacker.ts'

/** Days per line. `npm run trial simulate-attacker` runs 60. */
const days = 6
const named = (...names: readonly string[]) => {
  const lines = attackLines.filter(({ name }) => names.some((each) => name.includes(each)))
  expect(lines).toHaveLength(names.length)
  return lines
}
const usdt = (units: bigint): number => Number(units) / 1e8

describe('somebody with 1,000,000 USDT who makes prices', () => {
  it('gains nothing by pressing prices before packages are sold and coins locked up, beyond an honest buyer and beyond the cards', async () => {
    const lines = named('packages of ATMC', 'lock-up of ATMC, held', 'pressing')
    const twins = await attack(honestWay, lines, days)
    expect(twins.map(({ done }) => done > 0)).toEqual([true, true, false])
    for (const press of ['down', 'up'] as const) {
      const pressed = await attack({ press, hold: 'moment', thousandths: 300n }, lines, days)
      for (const [place, outcome] of pressed.entries()) {
        const twin = twins[place] as Outcome
        const { beyondTwin, beyondCards } = gainsOf(outcome, twin)
        if (outcome.name.includes('lock-up')) expect(outcome.done).toBe(twin.done)
        expect(usdt(beyondTwin), outcome.name).toBeLessThanOrEqual(0)
        expect(usdt(beyondCards), outcome.name).toBeLessThanOrEqual(0)
        expect(usdt(outcome.valueUnits), outcome.name).toBeLessThanOrEqual(1.05 * usdt(twin.valueUnits))
        expect(usdt(outcome.powerUnits), outcome.name).toBeLessThanOrEqual(1.05 * usdt(twin.powerUnits))
      }
    }
  })
})
