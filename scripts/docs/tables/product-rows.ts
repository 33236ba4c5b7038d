import { divide, parseUnits, type Rate, rateOf, showUnits } from '#kit/amount/amount.ts'
import { isCoin } from '#kit/amount/coins.ts'
import { broughtIn } from '#products/result/break-even.ts'
import { orderOf, outcomesOf, type Way } from '#products/result/outcomes.ts'
import type { DemoProduct } from '#products/terms/demo-product.ts'
import type { Moved, ProductLine } from '#products/terms/line.ts'
import type { Order, Period, Product } from '#products/terms/order.ts'
import { figuresOf, termsOf } from '#products/terms/purchase.ts'
import {
  type Future,
  futures,
  keptBy,
  type Outcome,
  openingPrice,
  outcomeOf,
  powerPotIn,
  todayIn,
  yearDays,
} from './futures.ts'
import { fundIn, liquidityIn } from './unsure-futures.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n
const one: Rate = { numerator: 1n, denominator: 1n }

const whole = (product: DemoProduct): Product => ({
  ...product,
  termsVersion: 1,
  openFrom: new Date(0),
  endedAt: undefined,
})

/** The fixed price, or the amount worth 100 USDT. */
function amountOf({ base, minimumUnits, maximumValueUnits }: DemoProduct): bigint {
  if (minimumUnits === maximumValueUnits) return minimumUnits
  const price = openingPrice(base) ?? one
  return divide(units('100') * price.denominator, price.numerator, 'up')
}

export function orderAt(product: DemoProduct, period: Period, amount: bigint = amountOf(product)): Order {
  const pays = product.lineTerms?.pays
  const side = product.side && openingPrice(product.side)
  const base = openingPrice(product.base) ?? one
  const figures = figuresOf(
    termsOf(whole(product), period),
    amount,
    {
      side: side && { numerator: side.numerator * base.denominator, denominator: side.denominator * base.numerator },
      baseInUsdt: base,
      paysInUsdt: pays && openingPrice(pays),
    },
    new Date('2026-01-01T12:00:00Z'),
    false,
  )
  return orderOf(figures)
}

const short = (amount: bigint): string => {
  const text = showUnits(amount)
  return text.replace(/(\.\d{4})\d+$/, '$1')
}
export const coinsText = (moved: readonly Moved[]): string =>
  moved.map(({ asset, units: each }) => `${short(each)} ${asset}`).join(' + ') || 'nothing'
/** Two decimals, with losses rounded up. */
export function money(amount: bigint | undefined): string {
  if (amount === undefined) return '—'
  const cent = 1_000_000n
  const cents = amount < 0n ? -divide(-amount, cent, 'up') : amount / cent
  return showUnits(cents * cent, 2)
}

const said: Record<Way['way'], string> = {
  on: 'renews',
  off: 'ends after this round',
  end: 'until the end',
  leave: 'leaves early',
}

const signed = (moved: readonly Moved[]): string => {
  const [more, less] = [moved.filter(({ units: each }) => each > 0n), moved.filter(({ units: each }) => each < 0n)]
  const texts = [
    ...(more.length > 0 ? [`+ ${coinsText(more)}`] : []),
    ...(less.length > 0 ? [`− ${coinsText(less.map(({ asset, units: each }) => ({ asset, units: -each })))}`] : []),
  ]
  return texts.join(' ') || 'nothing'
}

/** Prices and fees minus paid interest. Retired coins belong to no one. */
function companyGets(way: Way, line: ProductLine): string {
  if (!way.sure) return '—'
  const interest = line.fixed ? way.gained.map(({ asset, units: each }) => ({ asset, units: -each })) : []
  return signed([...keptBy(way, line), ...interest].filter(({ asset }) => isCoin(asset)))
}

/** Equal results appear once. */
const inEach = (texts: readonly string[]): string => (new Set(texts).size === 1 ? (texts[0] ?? '—') : texts.join(' · '))
const outcomes = (told: readonly Outcome[], of: keyof Outcome): string => inEach(told.map((each) => money(each[of])))

function outcomeIn(order: Order, way: Way, line: ProductLine, future: Future): Outcome {
  if (line.joinsMarket) return liquidityIn(order, way, future)
  if (line.sharesProfit) return fundIn(order, future)
  return outcomeOf(way, line, powerPotIn(future))
}

const daysText = ({ cost }: Way, ways: readonly Way[]): string =>
  cost ? inEach(ways.map(({ breaksEven }) => `${breaksEven ?? 'never'}`)) : '—'

export function rowsOf(product: DemoProduct, line: ProductLine): readonly (readonly string[])[] {
  return product.periods.flatMap((period) => {
    const order = orderAt(product, period)
    if (line.marks) return [markRow(product, order)]
    const told = futures.map((future) => outcomesOf(order, todayIn(product, order, line, future)))
    return (told[1] ?? []).map((way, place) => {
      const each = told.map((ways) => ways[place] ?? way)
      const after = futures.map((future, nth) => outcomeIn(order, each[nth] ?? way, line, future))
      return [
        `${product.id}`,
        period.days > 0 ? `${period.days} d, ${said[way.way]}` : said[way.way],
        coinsText(way.goesIn),
        way.sure ? coinsText(way.comesBack) : 'not fixed',
        way.sure ? coinsText(way.givenUp) : 'not fixed',
        money(way.usdt),
        companyGets(way, line),
        outcomes(after, 'holder'),
        outcomes(after, 'company'),
        daysText(way, each),
      ]
    })
  })
}

/** No coin moves; each day grants POWER. */
function markRow({ id }: DemoProduct, { baseUnits, terms, valueUnits }: Order): readonly string[] {
  const power = divide(valueUnits * rateOf(terms.powerPerDay).numerator, rateOf(terms.powerPerDay).denominator, 'down')
  const won = futures.map((future) => broughtIn(yearDays, () => ({ usdt: 0n, power }), powerPotIn(future)))
  const marked = `nothing; marks ${coinsText([{ asset: terms.base, units: baseUnits }])} in the compound pool`
  return [
    ...[`${id}`, said.end, marked, 'nothing', 'nothing', money(0n), 'nothing'],
    inEach(won.map(money)),
    inEach(won.map((each) => money(-each))),
    '—',
  ]
}

export const heads = [
  'Product',
  'Choice',
  'Paid',
  'Fixed return',
  'Loss',
  'Fixed result, USDT',
  'Fixed for the company',
  'Holder after a year, USDT',
  'Company after a year, USDT',
  'Days to break even',
]
