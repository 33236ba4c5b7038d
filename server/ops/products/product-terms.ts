import { parseUnits, rateOf, showUnits } from '#kit/amount/amount.ts'
import { lineOf } from '#products/registry.ts'
import type { Period, Product } from '#products/terms/order.ts'
import { unitsOf } from '../base/arguments.ts'
import { UsageError } from '../base/verb.ts'

/** Specification: maximum of one investment, in USDT. */
const valueMax = parseUnits('10000') ?? 0n

const isZero = (text: string | undefined): boolean => rateOf(text ?? '0').numerator === 0n

function shareOf(text: string, what: string): string {
  if (!/^\d{1,6}(\.\d{1,12})?$/.test(text)) throw new UsageError(`${what}: a share like 0.0024, which is 0.24 %`)
  const { numerator, denominator } = rateOf(text)
  if (numerator >= denominator) throw new UsageError(`${what}: a share below 1`)
  return text
}
function weightOf(text: string): string {
  if (!/^\d{1,6}(\.\d{1,8})?$/.test(text) || isZero(text)) throw new UsageError('weight: a number above 0')
  return text
}

/** True if the price is fixed, in USDT. */
const isPriced = ({ minimumUnits, maximumValueUnits }: Product): boolean => minimumUnits === maximumValueUnits

const has = (does: boolean, what: string): void => {
  if (!does) throw new UsageError(`${what} is no term of this product`)
}

function worthOf(text: string, what: string): bigint {
  const units = unitsOf(text, what)
  if (units > valueMax) throw new UsageError(`${what}: at most 10000 USDT, the maximum of a single investment`)
  return units
}

const whole: Readonly<Record<string, (product: Product, text: string) => Product>> = {
  minimum: (product, text) => {
    has(!isPriced(product), 'minimum')
    return { ...product, minimumUnits: unitsOf(text, 'minimum') }
  },
  maximum: (product, text) => {
    has(!isPriced(product), 'maximum')
    return { ...product, maximumValueUnits: worthOf(text, 'maximum') }
  },
  price: (product, text) => {
    has(isPriced(product), 'price')
    const units = worthOf(text, 'price')
    return { ...product, minimumUnits: units, maximumValueUnits: units }
  },
  power: (product, text) => {
    has(!isZero(product.powerPerDay), 'power')
    return { ...product, powerPerDay: shareOf(text, 'power') }
  },
  'exit-fee': (product, text) => {
    has(!isZero(product.exitFee), 'exit-fee')
    return { ...product, exitFee: shareOf(text, 'exit-fee') }
  },
  /** Sets one value for all periods with a second coin, as on the card. */
  side: (product, text) => {
    has(product.side !== undefined && !lineOf(product.line).joinsMarket, 'side')
    const sideShare = shareOf(text, 'side')
    if (isZero(sideShare)) throw new UsageError('side: above 0')
    const periods = product.periods.map((period) => (isZero(period.sideShare) ? period : { ...period, sideShare }))
    return { ...product, periods }
  },
  'most-per-day': (product, text) => ofLine(product, 'mostPerDay', shareOf(text, 'most-per-day')),
  'start-power': (product, text) => ofLine(product, 'startPower', shareOf(text, 'start-power')),
  'release-per-day': (product, text) => ofLine(product, 'releasePerDay', shareOf(text, 'release-per-day')),
}

function ofLine(product: Product, term: 'mostPerDay' | 'startPower' | 'releasePerDay', share: string): Product {
  has(product.lineTerms?.[term] !== undefined, term)
  if (isZero(share)) throw new UsageError(`${term}: above 0`)
  return { ...product, lineTerms: { ...product.lineTerms, [term]: share } }
}

const ofPeriod: Readonly<Record<string, (period: Period, text: string, product: Product) => Period>> = {
  rate: (period, text, product) => {
    has(lineOf(product.line).fixed !== undefined, 'rate')
    return { ...period, rate: shareOf(text, 'rate') }
  },
  power: (period, text) => {
    has(period.powerPerDay !== undefined, 'power of a period')
    return { ...period, powerPerDay: shareOf(text, 'power') }
  },
  weight: (period, text) => {
    has(period.weight !== undefined, 'weight')
    return { ...period, weight: weightOf(text) }
  },
}

export const termNames = [...Object.keys(whole), ...Object.keys(ofPeriod).map((name) => `<days>d.${name}`)]

const term = /^(?:(\d{1,4})d\.)?([a-z-]+)=(.+)$/

/** The words after the last term are the reason. */
export const isTerm = (word: string): boolean => term.test(word)

/** Parses `minimum=20`, `7d.rate=0.0012`. @throws UsageError for an unknown term or a value out of range */
export function withTerms(product: Product, typed: readonly string[]): Product {
  let next = product
  for (const each of typed) {
    const [, days, name = '', text = ''] = term.exec(each) ?? []
    const [change, changePeriod] = days === undefined ? [whole[name]] : [undefined, ofPeriod[name]]
    if (!change && !changePeriod) throw new UsageError(`${each}: one of ${termNames.join('=, ')}=`)
    if (changePeriod) {
      if (!next.periods.some((period) => period.days === Number(days)))
        throw new UsageError(`${each}: the product has no period of ${days} days`)
      const before = next
      const periods = next.periods.map((period) =>
        period.days === Number(days) ? changePeriod(period, text, before) : period,
      )
      next = { ...next, periods }
    } else if (change) next = change(next, text)
  }
  const isPossible = next.base !== 'USDT' || next.minimumUnits <= next.maximumValueUnits
  if (!isPossible) throw new UsageError('The minimum would be above the maximum')
  return next
}

export function termsText(product: Product): string[] {
  const { minimumUnits, maximumValueUnits, lineTerms } = product
  const amounts = isPriced(product)
    ? [`price=${showUnits(minimumUnits)}`]
    : [`minimum=${showUnits(minimumUnits)}`, `maximum=${showUnits(maximumValueUnits)}`]
  const side = product.periods.find(({ sideShare }) => !isZero(sideShare))?.sideShare
  const named: readonly (readonly [string, string | undefined])[] = [
    ['power', isZero(product.powerPerDay) ? undefined : product.powerPerDay],
    ['exit-fee', isZero(product.exitFee) ? undefined : product.exitFee],
    ['side', lineOf(product.line).joinsMarket ? undefined : side],
    ['most-per-day', lineTerms?.mostPerDay],
    ['start-power', lineTerms?.startPower],
    ['release-per-day', lineTerms?.releasePerDay],
    ...product.periods.flatMap(({ days, rate, powerPerDay, weight }) => [
      [`${days}d.rate`, lineOf(product.line).fixed ? rate : undefined] as const,
      [`${days}d.power`, powerPerDay] as const,
      [`${days}d.weight`, weight] as const,
    ]),
  ]
  return [...amounts, ...named.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))]
}
