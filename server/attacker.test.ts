import { describe, expect, it } from 'vitest'
import { attack, lineOrders, type Plan } from './test-attacker.ts'

/** `npm run simulate-attacker` looks at every line for 60 days. */
const days = 6
const named = (name: string) => {
  const order = lineOrders.find((each) => each.name === name)
  expect(order, `${name} is bought`).toBeDefined()
  return { ...order, press: 'none', hold: 'moment', thousandths: 0n } as Plan
}

describe('somebody with 1,000,000 USDT who makes prices', () => {
  it('gains nothing by pressing a price down before packages are sold, beyond what an honest buyer of the same has', async () => {
    const twin = await attack(named('package of ATMC'), days)
    const pressed = await attack({ ...named('package of ATMC'), press: 'down', thousandths: 300n }, days)
    expect(pressed.orders).toBeGreaterThan(0)
    expect(Number(pressed.profit - twin.profit) / 1e8).toBeLessThanOrEqual(0)
    expect([...pressed.refused.keys()].filter((key) => !key.startsWith('invest.'))).toEqual([])
  }, 600_000)

  it('gains no coins and hardly any POWER by pumping a price before coins are locked up', async () => {
    const twin = await attack(named('lock-up of ATMC'), days)
    const pressed = await attack({ ...named('lock-up of ATMC'), press: 'up', thousandths: 300n }, days)
    expect(pressed.orders).toBe(twin.orders)
    expect(Number(pressed.profit - twin.profit) / 1e8).toBeLessThanOrEqual(0)
    // Fifty minutes a day at 30 % more are in the averages, and no more than that.
    expect(Number(pressed.valueUnits) / Number(twin.valueUnits)).toBeLessThan(1.05)
    expect(Number(pressed.powerUnits) / Number(twin.powerUnits)).toBeLessThan(1.05)
  }, 600_000)
})
