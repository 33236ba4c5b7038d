import { divide, parseUnits, showUnits } from './amount.ts'

/** Display currencies. `demo`: price of a US dollar with simulated feeds. */
export const fiats = {
  USD: { demo: '1' },
  EUR: { demo: '0.87' },
  AED: { demo: '3.6725' },
  BDT: { demo: '122.3' },
  BRL: { demo: '5.4' },
  CHF: { demo: '0.81' },
  CNY: { demo: '7.1' },
  GBP: { demo: '0.76' },
  HKD: { demo: '7.78' },
  IDR: { demo: '16700' },
  INR: { demo: '89' },
  JPY: { demo: '156' },
  KHR: { demo: '4010' },
  KRW: { demo: '1470' },
  KZT: { demo: '520' },
  MYR: { demo: '4.14' },
  PHP: { demo: '58.9' },
  PKR: { demo: '281' },
  RUB: { demo: '79' },
  THB: { demo: '32.4' },
  TRY: { demo: '42.4' },
  TWD: { demo: '31.2' },
  VND: { demo: '26350' },
} as const satisfies Readonly<Record<string, { readonly demo: string }>>

export type Fiat = keyof typeof fiats
export const fiatNames = Object.keys(fiats) as Fiat[]
export const isFiat = (name: unknown): name is Fiat => typeof name === 'string' && Object.hasOwn(fiats, name)

/** Prices are whole numbers of 10⁻¹² USDT per unit. */
export const fiatScale = 1_000_000_000_000n
const decimals = fiatScale.toString().length - 1
/** Plausible range in 10⁻¹² USDT. */
const [priceLeast, priceMost] = [100_000n, 1_000n * fiatScale]

export function showFiatPrice(price: bigint): string {
  const part = `${price % fiatScale}`.padStart(decimals, '0').replace(/0+$/, '')
  return `${price / fiatScale}${part && `.${part}`}`
}

/** @returns undefined if malformed or implausible */
export function readFiatPrice(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || !/^\d{1,4}(\.\d{1,12})?$/.test(text)) return undefined
  const [whole = '', part = ''] = text.split('.')
  const price = BigInt(whole) * fiatScale + BigInt(part.padEnd(decimals, '0'))
  return price >= priceLeast && price <= priceMost ? price : undefined
}

/**
 * 8 decimals, rounded down for gains and up for losses. @param worth decimal string, below 0 for a loss @param price 10⁻¹² USDT per unit,
 * above 0 @returns undefined if the amount is malformed
 */
export function inFiat(worth: string, price: bigint): string | undefined {
  const isLoss = worth.startsWith('-')
  const units = parseUnits(isLoss ? worth.slice(1) : worth)
  if (units === undefined) return undefined
  const size = divide(units * fiatScale, price, isLoss ? 'up' : 'down')
  return showUnits(isLoss ? -size : size)
}
