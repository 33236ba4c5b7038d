import type { OutputOf } from '#kit/wire/contract.ts'
import type { getProduct } from '../investing.contract.ts'

type Data = OutputOf<typeof getProduct>
type Item = Data['product']

export const openLine = { open: true, opensAt: '00:00', closesAt: '24:00', closing: null } as const

export const testItem = (changes: Partial<Item> = {}): Item => ({
  productId: 1,
  line: 'dual',
  oneEntry: false,
  accrual: 'fixed',
  base: 'USDT',
  side: 'ATMC',
  reinvests: true,
  exitFee: null,
  periods: [
    {
      days: 15,
      rate: '0.0024',
      annualRate: '0.0584',
      sideShare: '0.2',
      powerPerDay: '0.003',
      realisedRate: null,
      endedRounds: 0,
      weight: null,
    },
  ],
  pays: null,
  releasePerDay: null,
  mostPerDay: null,
  realisedPerDay: null,
  month: { by: 'terms', usdt: '3.00435396', days: 1 },
  realisedADay: null,
  paysPower: true,
  realisedPower: null,
  startPower: null,
  boost: null,
  tier: null,
  piecesMost: null,
  minimum: '10',
  maximumValue: '10000',
  state: 'open',
  openFrom: '2026-01-01T00:00:00.000Z',
  quota: null,
  caps: null,
  needsReservation: false,
  queued: 0,
  poolFree: '1000',
  pool: null,
  emission: null,
  sidePrice: '0.25',
  ...changes,
})

export const testQuote = (changes: Partial<NonNullable<Data['quote']>> = {}): NonNullable<Data['quote']> => ({
  base: '100',
  side: '80',
  sideMost: '80.4',
  interest: '0.24',
  promised: null,
  value: '100',
  shares: null,
  power: '0.3',
  sidePower: '20',
  startsAt: '2026-11-23T00:00:00.000Z',
  endsAt: '2026-12-08T00:00:00.000Z',
  ways: [],
  lately: null,
  reservation: null,
  problem: null,
  ...changes,
})

export const testData = (changes: Partial<Data> = {}): Data => ({
  product: testItem(),
  siblings: [],
  card: { hash: 'hash', lines: [] },
  firstOfLine: false,
  quote: null,
  gates: { ...openLine, region: 'SG', offered: 'on', quizPassed: true },
  market: null,
  ...changes,
})
