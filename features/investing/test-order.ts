import type { OrderId, WalletId } from '#kit/ids.ts'
import type { Order, Product, Terms } from './orders/order.ts'

/** A running 7-day order of 100 USDT and 400 ATMC, for tests; `changes` replaces what a test is about. */
export function testOrder(changes: Partial<Omit<Order, 'terms'>> & { terms?: Partial<Terms> } = {}): Order {
  return {
    id: 1 as OrderId,
    walletId: 'WALLET0001' as WalletId,
    productId: 1,
    state: 'earning',
    cardHash: 'card',
    boughtAt: new Date('2026-11-21T10:00:00Z'),
    round: 1,
    roundStarted: new Date('2026-11-23T00:00:00Z'),
    roundEnds: new Date('2026-11-30T00:00:00Z'),
    baseUnits: 10_000_000_000n,
    sideUnits: 40_000_000_000n,
    promiseUnits: 10_000_000n,
    nextPromiseUnits: undefined,
    valueUnits: 10_000_000_000n,
    sideValueUnits: 2_000_000_000n,
    reinvest: false,
    poolShort: false,
    paidUnits: 0n,
    overAt: undefined,
    ...changes,
    terms: { ...testTerms, ...changes.terms },
  }
}

export const testTerms: Terms = {
  version: 1,
  line: 'dual',
  base: 'USDT',
  side: 'ATMC',
  days: 7,
  rate: '0.001',
  sideShare: '0.2',
  powerPerDay: '0.003',
  minimum: '10',
  maximumValue: '10000',
}

export const testProduct: Product = {
  id: 1,
  line: 'dual',
  base: 'USDT',
  side: 'ATMC',
  minimumUnits: 1_000_000_000n,
  maximumValueUnits: 1_000_000_000_000n,
  powerPerDay: '0.003',
  termsVersion: 1,
  openFrom: new Date('2026-01-01T00:00:00Z'),
  endedAt: undefined,
  periods: [
    { days: 1, rate: '0.0001', sideShare: '0' },
    { days: 7, rate: '0.001', sideShare: '0.2' },
    { days: 15, rate: '0.0024', sideShare: '0.2' },
    { days: 30, rate: '0.0055', sideShare: '0.2' },
  ],
}
