import * as v from 'valibot'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import { type Fiat, fiatNames, fiats } from '#kit/fiats.ts'
import { seededDice } from '#kit/random.ts'
import type { Fault } from '../demo-feed.ts'
import { feedScale } from '../port.ts'
import { priceText } from '../ticker.ts'
import type { FiatFeed, FiatReading } from './port.ts'

const parts = 1_000_000n
/** How far the slow wave of all sources and the noise of one hour of one source carry a rate, in parts of a million. */
const [waveParts, noiseParts] = [3_000, 200]

/** What a dollar costs in an hour, in 10⁻¹²: the same for the same hour, currency and seed, so that restarts and tests agree. */
export function demoRate(seed: number, fiat: Fiat, at: Date): bigint {
  const centre = v.parse(priceText, fiats[fiat].demo)
  if (fiat === 'USD') return centre
  const place = fiatNames.indexOf(fiat)
  const hour = Math.floor(at.getTime() / hourMs)
  const wave = Math.round(Math.sin(hour / 29 + place) * waveParts)
  const noise = seededDice(hour * 997 + place * 31 + seed).below(2 * noiseParts + 1) - noiseParts
  return (centre * (parts + BigInt(wave + noise))) / parts
}

function spoil({ perDollar, at }: FiatReading, fault: Fault): FiatReading {
  switch (fault) {
    case 'down':
      throw new Error('a demo feed that was told to be down')
    case 'stale':
      return { perDollar, at: addMs(at, -10 * dayMs) }
    case 'future':
      return { perDollar, at: addMs(at, 10 * dayMs) }
    case 'zero':
      return { perDollar: 0n, at }
    case 'negative':
      return { perDollar: -perDollar, at }
    case 'decimal_slip':
      return { perDollar: perDollar * 10n, at }
    case 'lying':
      return { perDollar: (perDollar * 110n) / 100n, at }
    // The rate the wrong way round: what the currency costs in dollars.
    case 'crossed':
      return { perDollar: (feedScale * feedScale) / perDollar, at }
  }
}

/** Rates that only exist in the demo, where there is no network: labelled, and wrong on request like the prices of the same feed. */
export const demoRates = (seed: number, faultNow: () => Fault | undefined = () => undefined): FiatFeed => ({
  name: `Demo ${seed}`,
  demo: true,
  async read(now) {
    const fault = faultNow()
    return new Map(
      fiatNames.map((fiat) => {
        const reading = { perDollar: demoRate(seed, fiat, now), at: now }
        return [fiat, fault ? spoil(reading, fault) : reading] as const
      }),
    )
  },
})
