import { type Coin, markets } from '#kit/assets.ts'
import { minuteMs } from '#kit/clock.ts'
import { usdtPair } from '#kit/ids.ts'
import { seededDice } from '#kit/random.ts'
import { coinsAsked, type Feed, feedScale, type Quote } from './port.ts'

/** What a feed can get wrong, each of which must never reach a screen. */
export const faults = ['stale', 'zero', 'negative', 'decimal_slip', 'lying', 'down', 'crossed', 'future'] as const
export type Fault = (typeof faults)[number]
export const isFault = (word: string): word is Fault => (faults as readonly string[]).includes(word)

const parts = 1_000_000n
/** Where the demo opens the coin's market with USDT, in parts of a million, so that nothing here is a float for long; 1 without one. */
function centreOf(coin: Coin): bigint {
  const pair = usdtPair(coin)
  if (!pair) return parts
  const { base, quoted } = markets[pair].demo
  return (BigInt(base) * parts) / BigInt(quoted)
}
/** How far the wave and the noise of one minute carry a price, in parts of a million. */
const [waveParts, noiseParts] = [8_000, 500]
/** Half of the distance between bid and ask, in parts of a million. */
const halfSpread = 400n

/**
 * The middle price of a minute: a slow wave around where the demo's market opens and a little noise of the minute. The same for the
 * same minute and seed, so that restarts and tests agree.
 */
export function demoPrice(seed: number, coin: Coin, at: Date): bigint {
  const minute = Math.floor(at.getTime() / minuteMs)
  const wave = Math.round(Math.sin(minute / 431) * waveParts)
  const noise = seededDice(minute * 31 + seed).below(2 * noiseParts + 1) - noiseParts
  return (centreOf(coin) * (parts + BigInt(wave + noise)) * feedScale) / parts / parts
}

function spoil(quote: Quote, fault: Fault): Quote {
  const { bid, ask, at } = quote
  switch (fault) {
    case 'down':
      throw new Error('a demo feed that was told to be down')
    case 'stale':
      return { ...quote, at: new Date(at.getTime() - 10 * minuteMs) }
    case 'future':
      return { ...quote, at: new Date(at.getTime() + 10 * minuteMs) }
    case 'zero':
      return { ...quote, bid: 0n }
    case 'negative':
      return { ...quote, bid: -bid, ask: -ask }
    case 'decimal_slip':
      return { ...quote, bid: bid * 10n, ask: ask * 10n }
    case 'lying':
      return { ...quote, bid: (bid * 110n) / 100n, ask: (ask * 110n) / 100n }
    case 'crossed':
      return { ...quote, bid: ask * 2n }
  }
}

/** A feed that only exists in the demo, where there is no network: labelled, and wrong on request. */
export const demoFeed = (seed: number, faultNow: () => Fault | undefined = () => undefined): Feed => ({
  name: `Demo ${seed}`,
  demo: true,
  coins: coinsAsked,
  async read(coin, now) {
    const middle = coin === 'USDT' ? feedScale : demoPrice(seed, coin, now)
    const half = (middle * halfSpread) / parts
    const quote = { bid: middle - half, ask: middle + half, at: now }
    const fault = faultNow()
    return fault ? spoil(quote, fault) : quote
  },
})
