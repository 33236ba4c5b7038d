import { type Coin, markets } from '#kit/amount/coins.ts'
import { usdtPair } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { coinsAsked, type Feed, feedScale, type Quote } from './port.ts'

export const faults = ['stale', 'zero', 'negative', 'decimal_slip', 'lying', 'down', 'crossed', 'future'] as const
export type Fault = (typeof faults)[number]
export const isFault = (word: string): word is Fault => (faults as readonly string[]).includes(word)

const parts = 1_000_000n
/** In parts per million of USDT; 1 without a market. */
function centreOf(coin: Coin): bigint {
  const pair = usdtPair(coin)
  if (!pair) return parts
  const { base, quoted } = markets[pair].demo
  return (BigInt(base) * parts) / BigInt(quoted)
}
/** Amplitudes in parts per million. */
const [waveParts, noiseParts] = [8_000, 500]
/** Parts per million. */
const halfSpread = 400n

/** A slow wave around the opening price, plus noise. Deterministic per minute and seed, so restarts and tests agree. */
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

/** Demo only: labelled, and faulty on request. */
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
