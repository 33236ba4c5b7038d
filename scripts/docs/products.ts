import { divide, parseUnits, type Rate, rateOf, showUnits } from '#kit/amount.ts'
import { pairs } from '#kit/ids.ts'
import { coinsOf, swap } from '#market/market.ts'
import { productLines } from '#products/registry.ts'
import type { DemoProduct } from '#products/terms/demo-product.ts'
import type { ProductLine } from '#products/terms/line.ts'
import { percent } from '#products/terms/share.ts'
import { demoDay, openingOf } from './demo-fees.ts'
import { openingPrice } from './futures.ts'
import { coinsText, heads, money, orderAt, rowsOf } from './product-rows.ts'
import { table } from './table.ts'

const one: Rate = { numerator: 1n, denominator: 1n }
const units = (text: string): bigint => parseUnits(text) ?? 0n

/** USDT compared with buying the same coin directly. */
const packageAmounts = ['100', '1000', '10000'] as const

/** Reserved coins, and the amount the exchange would give for the same USDT. */
function againstExchange(line: ProductLine): string {
  const rows = line.demo.flatMap((product) => {
    const { pays } = product.lineTerms ?? {}
    const [period] = product.periods
    const pair = pairs.find((each) => coinsOf(each).base === product.base && coinsOf(each).quoted === pays)
    if (!pays || !period || !pair) return []
    return packageAmounts.map((amount) => {
      const set = orderAt(product, period, units(amount)).promiseUnits
      const { base, quoted } = openingOf(pair)
      const { received } = swap(base, quoted, units(amount))
      const more = set - received
      const share = divide(more * 10_000n, received, 'down')
      return [
        ...[`${product.id}`, `${amount} USDT`],
        ...[coinsText([{ asset: pays, units: set }]), coinsText([{ asset: pays, units: received }])],
        `${showUnits(share * 1_000_000n, 2)} %`,
      ]
    })
  })
  return table(['Product', 'For', 'The package, in 200 days', 'The exchange, at once', 'The package brings more'], rows)
}

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

function feesText(): string {
  const sum = (of: (day: (typeof demoDay)[number]) => bigint) =>
    money(
      demoDay.reduce((total, day) => {
        const rate = openingPrice(day.coin) ?? one
        return total + divide(of(day) * rate.numerator, rate.denominator, 'down')
      }, 0n),
    )
  return `fees of ${sum(({ received }) => received)} USDT, of which nodes have ${sum(({ node }) => node)}`
}

/** Builds docs/products.md with the same functions as the screens. */
export function productsPage(): string {
  const parts = productLines.map((line) => {
    const rows = line.demo.flatMap((product) => rowsOf(product, line))
    const terms = line.demo.map(termsText).join('\n')
    const beside = line.source ? `\n${againstExchange(line)}\n` : ''
    return `## ${line.id}\n\n${terms}\n\n${table(heads, rows)}\n${beside}`
  })
  return `# Products: what each costs and brings

Every figure comes from the functions that the screens ask (products/result), with the terms and the opening prices of the demo, for an amount worth 100 USDT or for the
price. Why the terms are as they are: decisions [65](decisions/0065-results-first.md) and [93](decisions/0093-what-a-node-costs-in-the-demo.md).

- *Surely back* and *given up* are coins; the *sure result* is in USDT, losses rounded up. Where a market or a fund decides, nothing is sure.
- *The company surely gets* what becomes its own: prices and fees, less interest it pays. A side coin that is given up is retired and belongs to nobody.
- *After a year* and *days to break even* are estimates: interest and what POWER or a share of a pot would earn, less what stopping gives up, if nobody else takes part. Others who
  take part make it less. Three futures stand beside each other: every day all pots pay, and people trade, *a quarter* of what they do when the demo opens, *as much*, or *twice* as much.
  One figure: it is the same in all three.
- *The company after a year* is what it surely gets, less what the same interest and pots pay this holder: they are filled with its own money, or with its fees.
- *Trade as it opens* is that of the demo's own trader, hour by hour for a year: an average day brings ${feesText()}. People who trade bring more.
- *liquidity*: the second coin of the pair costs a quarter less in the end, the same, or a quarter more, in this order, and the term is over then. The result is held against having kept both coins.
- *fund*: the venue loses a tenth in the year, makes nothing, or makes a tenth, in this order. Whoever invited the holder has six stars, so nobody's part of a profit could be smaller.
- *machine*: a day pays at most 1 % of the price, and all days three times the price.
- *package*: the price of the coin is as it was, in all three; a second table holds it against buying the same coin at once. The coins are set at the dearest of four prices (decision 65): where they
  differ, a package brings less by as much.

${parts.join('\n')}`
}
