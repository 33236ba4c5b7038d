import { parseUnits } from '#kit/amount.ts'
import { expect } from '#kit/expect.ts'
import type { Product } from './order.ts'

/** A product of the demo: what a line sells there, beside when and where in the list. */
export type DemoProduct = Omit<Product, 'termsVersion' | 'openFrom' | 'endedAt'>

/** An amount of the demo in units: "10" is 10 of a coin. */
export function demoUnits(text: string): bigint {
  const read = parseUnits(text)
  expect(read !== undefined, `${text} is an amount`)
  return read
}

/** Most USDT an order may be worth, where nothing else is said. */
export const maximumValueUnits = demoUnits('10000')
/** The one period of an order that has no end of its own. */
export const noTerm = { days: 0, rate: '0', sideShare: '0' } as const

/** A price, not an amount: the least is the most. Its price is spent; it weighs so much in a share. */
export const priced = (usdt: string, weight: string) =>
  ({
    base: 'USDT',
    side: undefined,
    minimumUnits: demoUnits(usdt),
    maximumValueUnits: demoUnits(usdt),
    powerPerDay: '0',
    exitFee: undefined,
    periods: [{ ...noTerm, weight }],
  }) as const
