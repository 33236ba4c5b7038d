import { type Coin, coinRow, coins } from '#kit/amount/coins.ts'
import type { Fiat } from '#kit/amount/fiats.ts'

/** 10⁻¹² USDT per coin, as in our own market. */
export const feedScale = 1_000_000_000_000n

export const coinsAsked: readonly Coin[] = coins
  .filter((coin) => Object.keys(coinRow(coin).feeds).length > 0)
  .sort((one, other) => Number(one === 'USDT') - Number(other === 'USDT'))

export type Priced = Coin | Fiat

export type Quote = {
  readonly bid: bigint
  readonly ask: bigint
  /** The feed's time, or the time of its answer. */
  readonly at: Date
}

/** For display and alerts only, never for a trade. */
export type Feed = {
  readonly name: string
  /** All data derived from a demo feed is labelled as demo. */
  readonly demo: boolean
  /** USDT is queried in US dollars, to check its peg. */
  readonly coins: readonly Coin[]
  /** @throws on a timeout or an unreadable answer. */
  read(coin: Coin, now: Date): Promise<Quote>
}
