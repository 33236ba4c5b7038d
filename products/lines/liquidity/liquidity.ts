import { divide, multiply, parseUnits, rateOf, showUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { type PairId, pairs } from '#kit/text/ids.ts'
import { company, poolFree, reserve } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { type Liquidity, type Stake, sharesFor, stakeOf, worthOf } from '#market/trade/liquidity.ts'
import { demoUnits, maximumValueUnits } from '../../terms/demo-product.ts'
import { accountsOf, dailyPower, giveBack, moving, payIn } from '../../terms/legs.ts'
import type { CardLine, Closing, Exit, PoolLine, PowerFacts, SharedFacts, Start } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { exitCodes, takenBack } from '../../terms/power-line.ts'
import type { Figures } from '../../terms/purchase.ts'
import { exit, lock, payer, worst } from '../../terms/quiz.ts'
import { percent } from '../../terms/share.ts'

/** Record codes (spec point 3). */
const codes = { bought: 7, left: 10, paid: 13, dailyPower: 5 } as const

/** @throws for coins without a market. */
export function pairOf({ base, side }: { readonly base: Coin; readonly side: Coin | undefined }): PairId {
  const pair = pairs.find((known) => known === `${base}-${side}`)
  expect(pair, `${base} and ${side} have a market`)
  return pair
}

/** Values both coins, because both belong to the holder. @throws exchange.not_open while the market is empty. */
function figures(plain: Figures, { market }: SharedFacts): Figures {
  if (!market || market.base === 0n || market.quoted === 0n) fail('exchange.not_open')
  const valueUnits = plain.valueUnits * 2n
  return {
    ...plain,
    terms: { ...plain.terms, powerBack: true },
    valueUnits,
    limitUnits: plain.limitUnits * 2n,
    sideValueUnits: plain.valueUnits,
    powerUnits: multiply(valueUnits, rateOf(plain.terms.powerPerDay), 'down'),
    shareUnits: sharesFor(market, plain.baseUnits, plain.sideUnits),
  }
}

/** Joins at the current ratio and returns the excess, or all coins if too few shares result. */
export function joinMarket(order: Order, market: Liquidity): Start {
  const { terms, baseUnits, sideUnits } = order
  const stake = stakeOf(market, baseUnits, sideUnits)
  const least = parseUnits(terms.leastShares ?? '0') ?? 0n
  if (stake.shares === 0n || stake.shares < least) return { postings: giveBack(order, codes.left), cancelled: true }
  const { wallet, principal } = accountsOf(order)
  const to = reserve(pairOf(terms))
  const side = terms.side ?? terms.base
  // Returned coins earn nothing, so only the joined part counts.
  const joined = (value: bigint) => divide(value * stake.base, baseUnits, 'down')
  return {
    postings: moving([
      { from: principal, to, asset: terms.base, units: stake.base },
      { from: principal, to, asset: side, units: stake.quoted },
      { from: principal, to: wallet, asset: terms.base, units: baseUnits - stake.base, code: codes.bought },
      { from: principal, to: wallet, asset: side, units: sideUnits - stake.quoted, code: codes.bought },
    ]),
    change: {
      shareUnits: stake.shares,
      baseUnits: stake.base,
      sideUnits: stake.quoted,
      valueUnits: joined(order.valueUnits),
      sideValueUnits: joined(order.sideValueUnits),
    },
  }
}

export function worthOfOrder(order: Order, { market }: SharedFacts): Stake {
  expect(market, `the market of order ${order.id} is known`)
  return worthOf(market, order.shareUnits)
}

function release(order: Order, code: number, shared: SharedFacts | undefined): Closing {
  const worth = worthOfOrder(order, shared ?? {})
  const { wallet } = accountsOf(order)
  const { base, side = base } = order.terms
  const from = reserve(pairOf(order.terms))
  const returned = [
    { asset: base, units: worth.base },
    { asset: side, units: worth.quoted },
  ]
  return { postings: moving(returned.map((coin): Posting => ({ from, to: wallet, ...coin, code }))), returned }
}

/** Charges no fee. Takes back granted POWER only if the order's terms say so. */
function leave(order: Order, facts: PowerFacts, shared: SharedFacts | undefined): Exit {
  const { postings, returned } = release(order, codes.left, shared)
  if (!order.terms.powerBack) return { postings, returned, fee: [], power: 0n }
  const power = takenBack(order, facts)
  return { postings: [...postings, ...moving([power])], returned, fee: [], power: power.units }
}

const weightOf = (order: Order): bigint => multiply(order.shareUnits, rateOf(order.terms.weight ?? '1'), 'down')

function card(product: Product): readonly CardLine[] {
  const { base, side, periods } = product
  expect(side, 'two coins go into this line')
  const days = periods.map((period) => period.days).join(' / ')
  const weights = periods.map((period) => period.weight ?? '1').join(' / ')
  return [
    { part: 'worst', text: 'card.liquidity.worst', params: { base, side } },
    { part: 'payer', text: 'card.liquidity.payer', params: { base, side } },
    { part: 'formula', text: 'card.liquidity.formula', params: { days, weights } },
    { part: 'formula', text: 'card.liquidity.power', params: { power: percent(product.powerPerDay) } },
    { part: 'fees', text: 'card.liquidity.fees', params: {} },
    { part: 'lock', text: 'card.liquidity.lock', params: { base, side } },
    { part: 'exit', text: 'card.liquidity.exit', params: {} },
    { part: 'exit', text: 'card.liquidity.exit_early', params: {} },
    { part: 'exit', text: 'card.liquidity.exit_power', params: {} },
    { part: 'exit', text: 'card.liquidity.exit_end', params: { base, side } },
    { part: 'earn', text: 'card.liquidity.earn', params: {} },
  ]
}

const demoTerms = {
  line: 'liquidity',
  maximumValueUnits,
  powerPerDay: '0.001',
  exitFee: '0',
  periods: [
    { days: 7, rate: '0', sideShare: '1', weight: '1' },
    { days: 30, rate: '0', sideShare: '1', weight: '1.2' },
    { days: 90, rate: '0', sideShare: '1', weight: '1.5' },
  ],
} as const

const pool = poolFree('liquidity')

/** Both coins join a market for a term and earn its trading fees. */
export const liquidity: PoolLine & { readonly id: 'liquidity' } = {
  id: 'liquidity',
  codes: { coin: [codes.bought, codes.left, codes.paid], power: [codes.dailyPower, exitCodes.power] },
  card,
  quiz: {
    worst: worst.notSpent('quiz.worst.ratio'),
    payer: payer.notPower('quiz.payer.pair_fees'),
    lock: lock.notForGood('quiz.lock.term'),
    exit: exit.open('quiz.exit.day_lost'),
  },
  demo: [
    { ...demoTerms, id: 30, base: 'USDT', side: 'ATMC', minimumUnits: demoUnits('10') },
    { ...demoTerms, id: 31, base: 'WLD', side: 'ATMX', minimumUnits: demoUnits('5') },
    { ...demoTerms, id: 32, base: 'USDT', side: 'WLD', minimumUnits: demoUnits('10') },
    { ...demoTerms, id: 33, base: 'USDT', side: 'ATMX', minimumUnits: demoUnits('10') },
  ],
  oneEntry: true,
  pool: { coins, incomeCodes: [codes.paid] },
  holds: { coins: 'nothing' },
  joinsMarket: true,
  ownSteps: true,
  figures,
  open: (order) => payIn(order, codes.bought),
  cancel: (order) => giveBack(order, codes.left),
  accrue: (order) => dailyPower(order, codes.dailyPower),
  accruesPower: codes.dailyPower,
  share: {
    pool: 'liquidity',
    potOf: ({ terms }) => pairOf(terms),
    weight: weightOf,
    byRow: { weight: 'shares', code: codes.paid },
    pay: (order, asset, units) =>
      moving([{ from: pool, to: accountsOf(order).wallet, asset, units, code: codes.paid }]),
    company: {
      weight: (pair, { seedShares }) => seedShares?.(pair) ?? 0n,
      pay: (_, asset, units) => moving([{ from: pool, to: company('fees'), asset, units }]),
    },
  },
  close: (order, _, shared) => release(order, codes.paid, shared),
  exit: leave,
}

/** Assumed: 5 % fewer shares than quoted are accepted, because the price may move for a day or two until the start. Rounded down. */
export const leastSharesOf = (shares: bigint): bigint => divide(shares * 95n, 100n, 'down')

/** Assumed: 0.5 % fewer coins than quoted are accepted, as in a trade. Rounded down. */
export const leastOf = (units: bigint): bigint => divide(units * 995n, 1_000n, 'down')

/** @throws exchange.price_moved */
export function expectAtLeast(returned: Exit['returned'], least: readonly (bigint | undefined)[]): void {
  for (const [place, { asset, units }] of returned.entries()) {
    const minimum = least[place]
    if (minimum !== undefined && units < minimum)
      fail('exchange.price_moved', { minimum: showUnits(minimum), coin: asset })
  }
}
