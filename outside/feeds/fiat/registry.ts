import type { Fault } from '../demo-feed.ts'
import { coinbaseRates } from './coinbase-rates.ts'
import { currencyApi } from './currency-api.ts'
import { demoRates } from './demo-rates.ts'
import { frankfurter } from './frankfurter.ts'
import type { FiatFeed } from './port.ts'

/** Every source of rates, a line each. */
const liveRates: readonly FiatFeed[] = [coinbaseRates, frankfurter, currencyApi]

/** The sources of this house: real ones, or in the demo three that are simulated and say so. @param faultOf what a demo feed is told to get wrong */
export const fiatFeedsOf = (demo: boolean, faultOf: (name: string) => Fault | undefined): readonly FiatFeed[] =>
  demo ? [1, 2, 3].map((seed) => demoRates(seed, () => faultOf(`Demo ${seed}`))) : liveRates
