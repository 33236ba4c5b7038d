import { parseUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import type { Product } from './order.ts'

export type DemoProduct = Omit<Product, 'termsVersion' | 'openFrom' | 'endedAt'>

export function demoUnits(text: string): bigint {
  const read = parseUnits(text)
  expect(read !== undefined, `${text} is an amount`)
  return read
}

/** Default maximum in USDT. */
export const maximumValueUnits = demoUnits('10000')
export const noTerm = { days: 0, rate: '0', sideShare: '0' } as const

/** A fixed price: minimum equals maximum. */
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
