import { divide, parseUnits, type Rate, rateOf, showUnits } from '#kit/amount.ts'
import { type Coin, isCoin, markets } from '#kit/assets.ts'
import { pairs } from '#kit/ids.ts'
import { coinsOf } from '#market/market.ts'
import { fullWeightOf, fullWeights } from '#products/pots/pot-settings.ts'
import { powerDecay } from '#products/power/power-settings.ts'
import { productLines } from '#products/registry.ts'
import { broughtIn, type PowerPot } from '#products/result/break-even.ts'
import { orderOf, shareOfDay, type Today, type Way, waysOf } from '#products/result/ways.ts'
import type { DemoProduct } from '#products/terms/demo-product.ts'
import type { Moved, ProductLine } from '#products/terms/line.ts'
import type { Period, Product } from '#products/terms/order.ts'
import { figuresOf, termsOf } from '#products/terms/purchase.ts'
import { percent } from '#products/terms/share.ts'
import { table } from './table.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n
const one: Rate = { numerator: 1n, denominator: 1n }

/** What a coin costs when the demo opens its markets. */
const prices = new Map<Coin, Rate>([['USDT', one]])
for (const pair of pairs) {
  const { base, quoted } = coinsOf(pair)
  const { demo } = markets[pair]
  const rate = { numerator: units(demo.base), denominator: units(demo.quoted) }
  if (base === 'USDT' && !prices.has(quoted)) prices.set(quoted, rate)
}
const usdt = (coin: Coin): Rate | undefined => prices.get(coin)

/** Three futures of the pools: what a day of each pays, in parts of what it pays when the demo opens. */
const futures = [
  { name: 'a quarter', times: { numerator: 1n, denominator: 4n } },
  { name: 'as it opens', times: one },
  { name: 'twice', times: { numerator: 2n, denominator: 1n } },
] as const
const part = (amount: bigint, { numerator, denominator }: Rate): bigint =>
  divide(amount * numerator, denominator, 'down')

/** ATMC that fills the compute pool of the demo (db/seed-demo.ts says the same). */
const computePool = units('200000')

function todayIn(product: DemoProduct, period: Period, line: ProductLine, times: Rate): Today {
  const pot: PowerPot = {
    dayUnits: part(computePool / 100n, times),
    all: 0n,
    full: fullWeightOf('compute', fullWeights.initial),
    decay: rateOf(powerDecay.initial),
    usdt: usdt('ATMC'),
  }
  return {
    usdt,
    pot,
    dayCoins: dayCoins(product, period, line).map((each) => ({ ...each, units: part(each.units, times) })),
  }
}

/** What a day pays a machine alone in the demo's pool. */
function dayCoins(_: DemoProduct, { weight }: Period, { share, pool }: ProductLine): readonly Moved[] {
  const coin = share?.needsPrice
  if (!share || !coin || weight === undefined) return []
  const full = fullWeightOf(share.pool, fullWeights.initial)
  return [{ asset: coin, units: shareOfDay(units(pool?.demo?.[coin] ?? '0'), units(weight), full) }]
}

const whole = (product: DemoProduct): Product => ({
  ...product,
  termsVersion: 1,
  openFrom: new Date(0),
  endedAt: undefined,
})

/** What the figures are made for: its price, or the amount worth 100 USDT. */
function amountOf({ base, minimumUnits, maximumValueUnits }: DemoProduct): bigint {
  if (minimumUnits === maximumValueUnits) return minimumUnits
  const price = usdt(base) ?? one
  return divide(units('100') * price.denominator, price.numerator, 'up')
}

const short = (amount: bigint): string => {
  const text = showUnits(amount)
  return text.replace(/(\.\d{4})\d+$/, '$1')
}
const coinsText = (moved: readonly Moved[]): string =>
  moved.map(({ asset, units: each }) => `${short(each)} ${asset}`).join(' + ') || 'nothing'
/** USDT with two decimals, losses rounded up. */
function money(amount: bigint | undefined): string {
  if (amount === undefined) return '—'
  const cent = 1_000_000n
  const cents = amount < 0n ? -divide(-amount, cent, 'up') : amount / cent
  return showUnits(cents * cent, 2)
}

const said: Record<Way['way'], string> = {
  on: 'goes on',
  off: 'stops after this round',
  end: 'at its end',
  leave: 'leaves early',
}

/** What the company surely gets of a way: prices and fees that go to it, less interest that it pays. What is retired is nobody's. */
function companyGets(way: Way, line: ProductLine): string {
  if (!way.sure) return '—'
  const paid = way.gained.filter(({ asset }) => isCoin(asset))
  const kept = line.fixed || line.source ? [] : way.givenUp
  const sold = line.source ? way.goesIn : []
  const texts = [
    ...(kept.length + sold.length > 0 ? [`+ ${coinsText([...kept, ...sold])}`] : []),
    ...(paid.length > 0 ? [`− ${coinsText(paid)}`] : []),
  ]
  return texts.join(' ') || 'nothing'
}

function rowsOf(product: DemoProduct, line: ProductLine): readonly (readonly string[])[] {
  return product.periods.flatMap((period) => {
    const terms = termsOf(whole(product), period)
    const pays = product.lineTerms?.pays
    const side = product.side && usdt(product.side)
    const base = usdt(product.base) ?? one
    const figures = figuresOf(
      terms,
      amountOf(product),
      {
        side: side && { numerator: side.numerator * base.denominator, denominator: side.denominator * base.numerator },
        baseInUsdt: base,
        paysInUsdt: pays && usdt(pays),
      },
      new Date('2026-01-01T12:00:00Z'),
      false,
    )
    const told = futures.map(({ times }) => {
      const today = todayIn(product, period, line, times)
      return { today, ways: waysOf(orderOf(figures), today) }
    })
    return (told[1]?.ways ?? []).map((way, place) => {
      const each = told.map(({ today, ways }) => ({ pot: today.pot, way: ways[place] ?? way }))
      const cost = costOf(way, told[1]?.ways ?? [])
      return [
        `${product.id}`,
        period.days > 0 ? `${period.days} d, ${said[way.way]}` : said[way.way],
        coinsText(way.goesIn),
        way.sure ? coinsText(way.comesBack) : 'not sure',
        way.sure ? coinsText(way.givenUp) : 'not sure',
        money(way.usdt),
        companyGets(way, line),
        way.sure && way.way !== 'leave'
          ? each.map(({ pot, way: { onDay } }) => money(broughtIn(365, onDay, pot) - cost)).join(' · ')
          : '—',
        cost > 0n && way.way !== 'leave'
          ? each.map(({ way: { breaksEven } }) => breaksEven ?? 'never').join(' · ')
          : '—',
      ]
    })
  })
}

/** What stopping gives up: of a round that goes on, what it would give up when it stops. */
function costOf(way: Way, ways: readonly Way[]): bigint {
  const stopping = way.way === 'on' ? ways.find(({ way: name }) => name === 'off') : way
  const lost = stopping?.givenUp ?? []
  return lost.reduce((sum, { asset, units: each }) => {
    const rate = isCoin(asset) ? usdt(asset) : undefined
    return rate ? sum + divide(each * rate.numerator, rate.denominator, 'up') : sum
  }, 0n)
}

const heads = [
  'Product',
  'Way',
  'Goes in',
  'Surely back',
  'Given up',
  'Sure result, USDT',
  'The company surely gets',
  'Holder after a year, USDT: a quarter · as it opens · twice',
  'Days to break even',
]

function termsText({ base, side, periods, exitFee, lineTerms, powerPerDay, id }: DemoProduct): string {
  const coins = side ? `${base} + ${side}` : lineTerms?.pays ? `${base} for ${lineTerms.pays}` : base
  const each = periods.map(({ days, rate, sideShare, powerPerDay: own, weight }) =>
    [
      days > 0 ? `${days} d` : 'no end',
      ...(rateOf(rate).numerator > 0n ? [`interest ${percent(rate)} %`] : []),
      ...(rateOf(sideShare).numerator > 0n ? [`side coin ${percent(sideShare)} %`] : []),
      ...(rateOf(own ?? powerPerDay).numerator > 0n ? [`POWER ${percent(own ?? powerPerDay)} % a day`] : []),
      ...(weight === undefined ? [] : [`weight ${weight}`]),
    ].join(', '),
  )
  const fee = exitFee && rateOf(exitFee).numerator > 0n ? ` Leaving early costs ${percent(exitFee)} %.` : ''
  return `- Product ${id}, ${coins}: ${each.join('; ')}.${fee}`
}

/** docs/products.md: terms, and what a holder and the company get, from the functions that the screens ask. */
export function productsPage(): string {
  const parts = productLines.map((line) => {
    const rows = line.demo.flatMap((product) => rowsOf(product, line))
    const terms = line.demo.map(termsText).join('\n')
    const about = rows.length > 0 ? table(heads, rows) : 'No coin goes in, and none is given up.'
    return `## ${line.id}\n\n${terms}\n\n${about}\n`
  })
  return `# Products: what each costs and brings

Every figure comes from the functions that the screens ask (products/result), with the terms and the opening prices of the demo, for an amount worth 100 USDT or for the
price. Why the terms are as they are: [decision 65](decisions/0065-results-first.md).

- *Surely back* and *given up* are coins; the *sure result* is in USDT, losses rounded up. Where a market or a fund decides, nothing is sure and nothing is said.
- *The company surely gets* what becomes its own: prices and fees, less interest it pays. A side coin that is given up is retired and belongs to nobody. What pools pay in the estimates
  is the company's own money or its fees, too.
- *After a year* and *days to break even* are estimates: interest and what POWER or a share of a pot would earn, less what stopping gives up, if a day of every pot pays a quarter of, as much as,
  or twice what it pays when the demo opens, and nobody else takes part. Others who take part make it less. A node's pot is a part of fees that nobody can know before: *never* means that nothing can be said.

${parts.join('\n')}`
}
