import { minuteMs } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { type Fiat, fiatNames } from '#kit/fiats.ts'
import { keepFeedState, loadFeedState } from '#outside/feeds/feed.store.ts'
import type { FiatFeed, FiatReading } from '#outside/feeds/fiat/port.ts'
import { fiatPrice } from '#outside/feeds/fiat/price.ts'
import { fiatFeedsOf } from '#outside/feeds/fiat/registry.ts'
import { type FeedAnswer, fiatGuards, isShown, stepStanding, weighAnswers } from '#outside/feeds/guard.ts'
import { faultsTold } from './demo-faults.server.ts'

/** How often the sources are asked: most say something new once a day, and none wants to be asked by the second. */
const askEveryMs = 10 * minuteMs

/** The two clocks: rates are of the real world, the price of USDT was kept by the business clock. */
export type FiatClocks = { readonly now: Date; readonly wall: Date }

type Answer = { readonly feed: string; readonly readings?: ReadonlyMap<Fiat, FiatReading> }
/** What the sources answered, and when they were asked. */
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

/** Keeps what a round came to for one currency. */
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
  // What is too old to be shown holds up nothing: a halt ends with it, and nobody saw a wrong figure meanwhile.
  const isOld = before !== undefined && !isShown({ ...before, isHalted: false }, wall, fiatGuards)
  const known = isOld ? undefined : before
  const standing = price === undefined ? known : stepStanding(known, price, wall, fiatGuards)
  // Named are those whose answers made what is shown, be it of an earlier round.
  const feeds = standing?.at.getTime() === wall.getTime() ? used : (state?.feeds ?? [])
  await keepFeedState(tx, fiat, { standing, feeds, dropped, demo, lookedAt: wall })
}

/** Keeps a round, unless nobody knows what USDT is worth itself. @returns whether it was kept */
async function keepRound(db: Db, asked: Asked, now: Date): Promise<boolean> {
  const usdt = (await loadFeedState(db, 'USDT'))?.standing
  if (!usdt || !isShown(usdt, now)) return false
  await db.transaction(async (tx) => {
    for (const fiat of fiatNames) await keepFiat(tx, fiat, asked, usdt.price)
  })
  return true
}

/** Asks the sources given, waits for them, and keeps what they say. @returns whether it was kept */
export const readFiatsFrom = async (db: Db, feeds: readonly FiatFeed[], { now, wall }: FiatClocks): Promise<boolean> =>
  keepRound(db, await askAll(feeds, wall), now)

const fiatFeedsNow = async (db: Db, demo: boolean) => fiatFeedsOf(demo, await faultsTold(db, demo))

/** The same with the sources of this house. */
export const readFiats = async (db: Db, clocks: FiatClocks, demo: boolean): Promise<boolean> =>
  readFiatsFrom(db, await fiatFeedsNow(db, demo), clocks)

/**
 * Asks each source what currencies cost and keeps what two agree on, for screens alone: nothing here moves money, stops anything or wakes
 * anybody. Like prices of coins, what was answered is kept a turn later: a slow source holds nothing up.
 */
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
