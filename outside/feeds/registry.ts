import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { demoFeed, type Fault } from './demo-feed.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'
import type { Feed } from './port.ts'

/** Every feed, a line each. */
const liveFeeds: readonly Feed[] = [binance, okx, bybit, kraken, coinbase, bitstamp]

/** The feeds of this house: real ones, or in the demo three that are simulated and say so. @param faultOf what a demo feed is told to get wrong */
export const feedsOf = (demo: boolean, faultOf: (name: string) => Fault | undefined): readonly Feed[] =>
  demo ? [1, 2, 3, 4].map((seed) => demoFeed(seed, () => faultOf(`Demo ${seed}`))) : liveFeeds
