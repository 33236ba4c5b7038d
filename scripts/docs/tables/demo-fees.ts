import { divide, parseUnits } from '#kit/amount/amount.ts'
import { type Coin, markets } from '#kit/amount/coins.ts'
import { pairs } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { hourMs } from '#kit/time/clock.ts'
import { decideDemoTrade } from '#market/demo/demo-trader.ts'
import { coinsOf, swap } from '#market/market.ts'
import { type CoinFees, type FeesOf, splitFees } from '#products/pots/fees.ts'
import { feeParts } from '#products/pots/pot-settings.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n

export const openingOf = (pair: (typeof pairs)[number]): { readonly base: bigint; readonly quoted: bigint } => ({
  base: units(markets[pair].demo.base),
  quoted: units(markets[pair].demo.quoted),
})

/** Long enough for a stable average. */
const days = 365
/** Arbitrary, because the trader's random numbers change every hour. Hours since 1970. */
const firstHour = Date.UTC(2026, 0, 1) / hourMs

/** Average fees per day, rounded down. */
function feesADay(): FeesOf[] {
  return pairs.flatMap((pair, place) => {
    const { base, quoted } = coinsOf(pair)
    const reserves = openingOf(pair)
    const fees = new Map<Coin, bigint>()
    let [inBase, inQuoted] = [reserves.base, reserves.quoted]
    for (let hour = 0; hour < days * 24; hour += 1) {
      const dice = seededDice(firstHour + hour + place * 7_919)
      const { give, units: given } = decideDemoTrade(dice, pair, { base: inBase, quoted: inQuoted })
      const isBase = give === base
      const { fee, net, received } = isBase ? swap(inBase, inQuoted, given) : swap(inQuoted, inBase, given)
      inBase += isBase ? net : -received
      inQuoted += isBase ? -received : net
      fees.set(give, (fees.get(give) ?? 0n) + fee)
    }
    return [base, quoted].map((coin) => ({ pair, coin, units: divide(fees.get(coin) ?? 0n, BigInt(days), 'down') }))
  })
}

/** Fees of an average demo day on which a node order runs. */
export const demoDay: readonly CoinFees[] = splitFees(feesADay(), feeParts.initial, true)
