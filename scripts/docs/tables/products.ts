import { divide, parseUnits, type Rate, rateOf, showUnits } from '#kit/amount/amount.ts'
import { pairs } from '#kit/text/ids.ts'
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

/** USDT amounts for which a package is compared with buying the same coin directly. */
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
  return table(['Product', 'Price', 'Package, in 200 days', 'Exchange, immediately', 'Gain of the package'], rows)
}

function termsText({ base, side, periods, exitFee, lineTerms, powerPerDay, id }: DemoProduct): string {
  const coins = side ? `${base} + ${side}` : lineTerms?.pays ? `${base} for ${lineTerms.pays}` : base
  const each = periods.map(({ days, rate, sideShare, powerPerDay: own, weight }) =>
    [
      days > 0 ? `${days} d` : 'no end',
      ...(rateOf(rate).numerator > 0n ? [`interest ${percent(rate)} %`] : []),
      ...(rateOf(sideShare).numerator > 0n ? [`second coin ${percent(sideShare)} %`] : []),
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
  return `fees of ${sum(({ received }) => received)} USDT; nodes get ${sum(({ node }) => node)}`
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

The functions behind the screens (products/result) compute every figure, with the terms and opening prices of the demo. An order has its fixed price
or an amount worth 100 USDT. Decisions [65](decisions/0065-results-first.md) and [93](decisions/0093-what-a-node-costs-in-the-demo.md) explain the terms.

- *Fixed return*, *loss* and *fixed result* are certain. The fixed result is in USDT, with losses rounded up. "Not fixed" means that a market or a fund decides.
- *Fixed for the company* means its prices and fees, less the interest it pays. Lost second coins are retired and belong to no one.
- *After a year* and *days to break even* are estimates for a holder who is the only participant. More participants reduce the income.
- These columns show three scenarios, in this order: a quarter of the trading at the demo's opening, the same amount, and twice as much. A single figure applies to all three.
- *The company after a year* also subtracts the interest and the pool payments to this holder.
- At the demo's opening, an average day brings ${feesText()}.
- *liquidity*: in the three scenarios the second coin ends a quarter cheaper, equal, or a quarter dearer. The result is compared with holding both coins.
- *fund*: in the three scenarios the fund loses a tenth in a year, gains nothing, or gains a tenth. The inviter has six stars.
- *machine*: a day pays at most 1 % of the price, and all days together three times the price.
- *package*: the coin's price stays equal. A second table compares the package with buying the same coin immediately.

${parts.join('\n')}`
}
