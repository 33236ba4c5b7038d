import { type Coin, coinRow, coins } from '#kit/assets.ts'
import type { Fiat } from '#kit/fiats.ts'

/** Prices of feeds are whole numbers of 10⁻¹² USDT for one coin, as the own market's. */
export const feedScale = 1_000_000_000_000n

/** Coins the feeds are asked for: those some exchange names, USDT last. */
export const coinsAsked: readonly Coin[] = coins
  .filter((coin) => Object.keys(coinRow(coin).feeds).length > 0)
  .sort((one, other) => Number(one === 'USDT') - Number(other === 'USDT'))

/** What a price is kept of: coins, and currencies worths are shown in. */
export type Priced = Coin | Fiat

/** What a feed says a coin costs. */
export type Quote = {
  /** What one gets for one coin, and what one pays for it. */
  readonly bid: bigint
  readonly ask: bigint
  /** When it was so, by the feed's own clock; for a feed that does not say, when it answered. */
  readonly at: Date
}

/** Somebody outside who says what a coin costs. Never used for a trade: for display and alarms alone. */
export type Feed = {
  /** Shown to holders and operators: "Binance". */
  readonly name: string
  /** True for a feed that only exists in the demo; everything made of it says so. */
  readonly demo: boolean
  /** Coins it has a price for. USDT is asked for in US dollars: whether the coin that all is counted in holds its worth. */
  readonly coins: readonly Coin[]
  /** Asks for a price. @throws when there is no answer within the feed's time, or none that can be read. */
  read(coin: Coin, now: Date): Promise<Quote>
}
