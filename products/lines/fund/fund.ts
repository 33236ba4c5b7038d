import { divide, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { demoUnits, maximumValueUnits, noTerm } from '../../terms/demo-product.ts'
import { giveBack, legsOf, payIn } from '../../terms/legs.ts'
import type { CardLine, FundWorth, PoolLine, SharedFacts, Start } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { exit, lock, payer, worst } from '../../terms/quiz.ts'

/** Record codes (spec point 3). */
export const fundCodes = { bought: 17, dividend: 19, bonus: 25, redeemed: 111, lost: 115 } as const

/** Percent of the profit left after losses are recovered. */
export const profitParts = { dividend: 70n, bonus: 20n, fee: 10n } as const
/** Weights in tenths, by days held. */
export const holdingWeights = [
  { days: 0, tenths: 10n },
  { days: 30, tenths: 12n },
  { days: 90, tenths: 15n },
] as const
/** Days from redemption request to payment. */
export const releaseDays = 7

/** Rounded down. The first purchase gets one share per USDT. @returns undefined if the fund lost everything. */
export function sharesAt(units: bigint, { principal, shares }: FundWorth): bigint | undefined {
  if (shares === 0n) return units
  return principal === 0n ? undefined : divide(units * shares, principal, 'down')
}

/** USDT (10⁻⁸) per share, rounded down. */
export const netAssetValue = ({ principal, shares }: FundWorth): bigint =>
  shares === 0n ? unitsPerOne : divide(principal * unitsPerOne, shares, 'down')

/** @throws invest.fund_data_wrong without a net asset value today */
const sharesOf = (units: bigint, { fund: worth }: SharedFacts): bigint =>
  (worth && sharesAt(units, worth)) ?? fail('invest.fund_data_wrong')

/** Cancels the order if the fund lost everything. */
export function joinFund(order: Order, worth: FundWorth): Start {
  const shares = sharesAt(order.baseUnits, worth)
  if (shares === undefined || shares === 0n) return { postings: giveBack(order, fundCodes.redeemed), cancelled: true }
  return { postings: [], change: { shareUnits: shares } }
}

function card({ base, lineTerms }: Product): readonly CardLine[] {
  const venue = lineTerms?.venue ?? '—'
  const [dividend, dynamic, fee] = [`${profitParts.dividend}`, `${profitParts.bonus}`, `${profitParts.fee}`]
  const held = {
    days: holdingWeights.map(({ days }) => days).join(' / '),
    weights: holdingWeights.map(({ tenths }) => showUnits((tenths * unitsPerOne) / 10n)).join(' / '),
  }
  const days = String(releaseDays)
  return [
    { part: 'worst', text: 'card.fund.worst', params: { venue } },
    { part: 'payer', text: 'card.fund.payer', params: { venue } },
    { part: 'formula', text: 'card.fund.formula_held', params: { dividend, ...held } },
    { part: 'formula', text: 'card.fund.dynamic', params: { dynamic, dividend } },
    { part: 'fees', text: 'card.fund.fees', params: { fee } },
    { part: 'lock', text: 'card.fund.lock', params: { base, venue } },
    { part: 'exit', text: 'card.fund.exit', params: {} },
    { part: 'exit', text: 'card.fund.exit_later', params: { venue, days } },
    { part: 'earn', text: 'card.fund.earn', params: { fee } },
  ]
}

/** USDT buys shares at net asset value. The fund pays only arrived profit and can lose everything. */
export const fund: PoolLine & { readonly id: 'fund' } = {
  id: 'fund',
  codes: { coin: Object.values(fundCodes), power: [] },
  card,
  quiz: {
    worst: worst.notSpent('quiz.worst.fund'),
    payer: payer.notPower('quiz.payer.profit'),
    lock: lock.notForGood('quiz.lock.redeem'),
    exit: exit.open('quiz.exit.asset_value'),
  },
  /** Assumed: the minimum subscription, and a venue name stating that there is no venue. */
  demo: [
    {
      line: 'fund',
      id: 34,
      base: 'USDT',
      side: undefined,
      minimumUnits: demoUnits('100'),
      maximumValueUnits,
      powerPerDay: '0',
      exitFee: '0',
      periods: [noTerm],
      lineTerms: { venue: 'Demo Futures Venue' },
    },
  ],
  pool: {
    coins: ['USDT'],
    incomeCodes: [fundCodes.dividend],
    bonus: { source: 'fund', codes: [fundCodes.bonus] },
  },
  holds: { coins: 'anything' },
  endsAtWill: true,
  ownSteps: true,
  sharesProfit: true,
  figures: (plain, shared) => ({ ...plain, shareUnits: sharesOf(plain.baseUnits, shared) }),
  open: (order) => payIn(order, fundCodes.bought),
  cancel: (order) => giveBack(order, fundCodes.redeemed),
  accrue: () => [],
  accruesNothing: true,
  close: (order) => ({ postings: giveBack(order, fundCodes.redeemed), returned: legsOf(order) }),
  exit: (order, _, shared) => {
    if (shared && !shared.fund) fail('invest.fund_data_wrong')
    return { postings: [], returned: legsOf(order), fee: [], power: 0n, later: true }
  },
}
