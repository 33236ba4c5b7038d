import { type Fiat, fiatNames } from '#kit/amount/fiats.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { keepFeedState, loadFeedState } from '#outside/feeds/feed.store.ts'
import type { FiatFeed, FiatReading } from '#outside/feeds/fiat/port.ts'
import { fiatPrice } from '#outside/feeds/fiat/price.ts'
import { fiatFeedsOf } from '#outside/feeds/fiat/registry.ts'
import { type FeedAnswer, fiatGuards, isShown, stepStanding, weighAnswers } from '#outside/feeds/guard.ts'
import { faultsTold } from '../demo/demo-faults.server.ts'

/** Most sources update daily and discourage frequent requests. */
const askEveryMs = 10 * minuteMs

/** Rates use real time, the USDT price the business clock. */
export type FiatClocks = { readonly now: Date; readonly wall: Date }

type Answer = { readonly feed: string; readonly readings?: ReadonlyMap<Fiat, FiatReading> }
type Asked = { readonly answers: readonly Answer[]; readonly demo: boolean; readonly wall: Date }

const ask = (feed: FiatFeed, wall: Date): Promise<Answer> =>
  feed.read(wall).then(
    (readings) => ({ feed: feed.name, readings }),
    () => ({ feed: feed.name }),
  )

const askAll = async (feeds: readonly FiatFeed[], wall: Date): Promise<Asked> => ({
  answers: await Promise.all(feeds.map((feed) => ask(feed, wall))),
  demo: feeds.some(({ demo }) => demo),
  wall,
})

async function keepFiat(tx: Tx, fiat: Fiat, { answers, demo, wall }: Asked, usdt: bigint): Promise<void> {
  const quotes = answers.map(({ feed, readings }): FeedAnswer => {
    const said = readings?.get(fiat)
    if (!said) return { feed }
    const price = fiatPrice(said.perDollar, usdt)
    return { feed, quote: { bid: price, ask: price, at: said.at } }
  })
  const { price, used, dropped } = weighAnswers(quotes, wall, fiatGuards)
  const state = await loadFeedState(tx, fiat)
  const before = state?.standing
  // A rate too old to show is dropped, which also ends its halt.
  const isOld = before !== undefined && !isShown({ ...before, isHalted: false }, wall, fiatGuards)
  const known = isOld ? undefined : before
  const standing = price === undefined ? known : stepStanding(known, price, wall, fiatGuards)
  const feeds = standing?.at.getTime() === wall.getTime() ? used : (state?.feeds ?? [])
  await keepFeedState(tx, fiat, { standing, feeds, dropped, demo, lookedAt: wall })
}

/** Skips the round if USDT has no price. @returns whether the round was stored */
async function keepRound(db: Db, asked: Asked, now: Date): Promise<boolean> {
  const usdt = (await loadFeedState(db, 'USDT'))?.standing
  if (!usdt || !isShown(usdt, now)) return false
  await db.transaction(async (tx) => {
    for (const fiat of fiatNames) await keepFiat(tx, fiat, asked, usdt.price)
  })
  return true
}

export const readFiatsFrom = async (db: Db, feeds: readonly FiatFeed[], { now, wall }: FiatClocks): Promise<boolean> =>
  keepRound(db, await askAll(feeds, wall), now)

const fiatFeedsNow = async (db: Db, demo: boolean) => fiatFeedsOf(demo, await faultsTold(db, demo))

export const readFiats = async (db: Db, clocks: FiatClocks, demo: boolean): Promise<boolean> =>
  readFiatsFrom(db, await fiatFeedsNow(db, demo), clocks)

/** Stores rates that two sources agree on, for display only. Answers are stored one run later, so a slow source delays nothing. */
export function createFiatReader({ db, demo }: { readonly db: Db; readonly demo: boolean }) {
  let answered: Asked | undefined
  let askedMs = Number.NEGATIVE_INFINITY
  return {
    async run({ now, wall }: FiatClocks): Promise<void> {
      if (answered && (await keepRound(db, answered, now))) answered = undefined
      if (wall.getTime() - askedMs < askEveryMs) return
      askedMs = wall.getTime()
      const feeds = await fiatFeedsNow(db, demo)
      void askAll(feeds, wall).then((asked) => {
        answered = asked
      })
    },
  }
}
