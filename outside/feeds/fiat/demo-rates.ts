import * as v from 'valibot'
import { type Fiat, fiatNames, fiats } from '#kit/amount/fiats.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { Fault } from '../demo-feed.ts'
import { feedScale } from '../port.ts'
import { priceText } from '../ticker.ts'
import type { FiatFeed, FiatReading } from './port.ts'

const parts = 1_000_000n
/** Parts per million. */
const [waveParts, noiseParts] = [3_000, 200]

/** In 10⁻¹². Deterministic per hour, currency and seed, so restarts and tests agree. */
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
    // Inverted rate.
    case 'crossed':
      return { perDollar: (feedScale * feedScale) / perDollar, at }
  }
}

/** Demo only: labelled, and faulty on request. */
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
