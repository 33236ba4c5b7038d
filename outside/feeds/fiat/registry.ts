import type { Fault } from '../demo-feed.ts'
import { coinbaseRates } from './coinbase-rates.ts'
import { currencyApi } from './currency-api.ts'
import { demoRates } from './demo-rates.ts'
import { frankfurter } from './frankfurter.ts'
import type { FiatFeed } from './port.ts'

const liveRates: readonly FiatFeed[] = [coinbaseRates, frankfurter, currencyApi]

/** @param faultOf simulated fault by feed */
export const fiatFeedsOf = (demo: boolean, faultOf: (name: string) => Fault | undefined): readonly FiatFeed[] =>
  demo ? [1, 2, 3].map((seed) => demoRates(seed, () => faultOf(`Demo ${seed}`))) : liveRates
