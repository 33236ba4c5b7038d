import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { demoFeed, type Fault } from './demo-feed.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'
import type { Feed } from './port.ts'

const liveFeeds: readonly Feed[] = [binance, okx, bybit, kraken, coinbase, bitstamp]

/** @param faultOf simulated fault by feed */
export const feedsOf = (demo: boolean, faultOf: (name: string) => Fault | undefined): readonly Feed[] =>
  demo ? [1, 2, 3, 4].map((seed) => demoFeed(seed, () => faultOf(`Demo ${seed}`))) : liveFeeds
