import type { OrderId, WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import { productLines } from '../registry.ts'
import type { DayFacts } from './line.ts'
import type { Order, Product, Terms } from './order.ts'

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
    shareUnits: 0n,
    paidValueUnits: 0n,
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
  exitFee: undefined,
}

export const testProduct: Product = {
  id: 1,
  line: 'dual',
  base: 'USDT',
  side: 'ATMC',
  minimumUnits: 1_000_000_000n,
  maximumValueUnits: 1_000_000_000_000n,
  powerPerDay: '0.003',
  exitFee: undefined,
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

const dual2: Product = {
  ...testProduct,
  id: 3,
  line: 'dual2',
  powerPerDay: '0.005',
  exitFee: '0.05',
  periods: [30, 60, 90, 180].map((days) => ({ days, rate: '0', sideShare: '0.2' })),
}
const lockup: Product = {
  ...testProduct,
  id: 5,
  line: 'lockup',
  base: 'ATMC',
  side: undefined,
  minimumUnits: 20_000_000_000n,
  powerPerDay: '0.002',
  exitFee: '0.05',
  periods: [
    { days: 30, rate: '0', sideShare: '0', powerPerDay: '0.002' },
    { days: 90, rate: '0', sideShare: '0', powerPerDay: '0.003' },
    { days: 180, rate: '0', sideShare: '0', powerPerDay: '0.004' },
    { days: 360, rate: '0', sideShare: '0', powerPerDay: '0.006' },
  ],
}
const open = { days: 0, rate: '0', sideShare: '0' } as const
const compound: Product = {
  ...testProduct,
  id: 20,
  line: 'compound',
  side: undefined,
  minimumUnits: 100_000_000n,
  powerPerDay: '0.0005',
  periods: [open],
  lineTerms: { mostPerDay: '0.0002', startPower: '0.1' },
}
const acceleration: Product = { ...compound, id: 22, line: 'acceleration', lineTerms: { boost: '1.0' } }
const assetPackage: Product = {
  ...compound,
  id: 26,
  line: 'package',
  minimumUnits: 1_000_000_000n,
  powerPerDay: '0',
  lineTerms: { pays: 'ATMC', releasePerDay: '0.005' },
}
const ofAtmc = { base: 'ATMC', minimumUnits: 2_000_000_000n } as const

const wld = { base: 'WLD', side: 'ATMX', minimumUnits: 500_000_000n } as const

const liquidity: Product = {
  ...testProduct,
  id: 30,
  line: 'liquidity',
  powerPerDay: '0.001',
  exitFee: '0',
  periods: [
    { days: 7, rate: '0', sideShare: '1', weight: '1' },
    { days: 30, rate: '0', sideShare: '1', weight: '1.2' },
    { days: 90, rate: '0', sideShare: '1', weight: '1.5' },
  ],
}
const fund: Product = {
  ...testProduct,
  id: 34,
  line: 'fund',
  side: undefined,
  powerPerDay: '0',
  exitFee: '0',
  periods: [open],
  lineTerms: { venue: 'Example Venue' },
}

const priced = (usdt: bigint) => ({ minimumUnits: usdt * 100_000_000n, maximumValueUnits: usdt * 100_000_000n })
const machine: Product = { ...fund, id: 40, line: 'machine', exitFee: undefined, lineTerms: {} }
const node: Product = { ...machine, id: 45, line: 'node' }
const weighing = (weight: string) => ({ periods: [{ ...open, weight }] })

const named: readonly Product[] = [
  testProduct,
  { ...testProduct, ...wld, id: 2 },
  dual2,
  { ...dual2, ...wld, id: 4 },
  lockup,
  { ...lockup, id: 6, base: 'ATMX', minimumUnits: 50_000_000_000n },
  compound,
  { ...compound, ...ofAtmc, id: 21 },
  acceleration,
  { ...acceleration, id: 23, lineTerms: { boost: '2.0' } },
  { ...acceleration, ...ofAtmc, id: 24 },
  { ...acceleration, ...ofAtmc, id: 25, lineTerms: { boost: '2.0' } },
  assetPackage,
  { ...assetPackage, id: 27, lineTerms: { pays: 'ATMX', releasePerDay: '0.005' } },
  { ...assetPackage, id: 28, lineTerms: { pays: 'WLD', releasePerDay: '0.005' } },
  liquidity,
  { ...liquidity, ...wld, id: 31 },
  fund,
  { ...machine, ...priced(500n), ...weighing('10') },
  { ...machine, ...priced(1_000n), ...weighing('22'), id: 41 },
  { ...node, ...priced(300n), ...weighing('1'), lineTerms: { tier: 1 } },
  { ...node, ...priced(1_000n), ...weighing('3.5'), lineTerms: { tier: 2 }, id: 46 },
]

export const testProducts: readonly Product[] = [
  ...named,
  ...productLines
    .filter(({ id }) => !named.some(({ line }) => line === id))
    .flatMap(({ demo }) => demo)
    .map((product) => ({ ...product, termsVersion: 1, openFrom: testProduct.openFrom, endedAt: undefined })),
]

export const testFacts = (changes: Partial<DayFacts> = {}): DayFacts => ({
  day: '2026-11-23' as Day,
  at: new Date('2026-11-24T00:00:00Z'),
  usdt: () => ({ numerator: 1n, denominator: 1n }),
  principal: ({ terms, baseUnits, sideUnits }, asset) => (asset === terms.base ? baseUnits : sideUnits),
  promised: ({ promiseUnits }) => promiseUnits,
  capital: () => 10n ** 16n,
  speed: () => ({ numerator: 0n, denominator: 1n }),
  ...changes,
})
