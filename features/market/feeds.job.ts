import { parseUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { minuteMs } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { PairId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import { guidePrice } from '#ledger/market.store.ts'
import { priceScale } from '#ledger/market.ts'
import { showPrice } from '#ledger/prices.ts'
import { isFault } from '#outside/feeds/demo-feed.ts'
import {
  beginAlarm,
  endAlarm,
  type FeedAlarm,
  type FeedAlarmKind,
  type FeedState,
  keepFeedState,
  loadFeedState,
} from '#outside/feeds/feed.store.ts'
import { deviates, type FeedAnswer, isReferenceRight, stepStanding, weighAnswers } from '#outside/feeds/guard.ts'
import type { Feed } from '#outside/feeds/port.ts'
import { feedsOf } from '#outside/feeds/registry.ts'
import { demoFaults, feedAlarms } from './feed-settings.ts'

/** Coins the feeds are asked for, and the market of ours that has the same price. */
const asked: readonly { readonly coin: Coin; readonly pair?: PairId }[] = [
  { coin: 'WLD', pair: 'USDT-WLD' },
  { coin: 'USDT' },
]

/** Asks one feed; whatever it does, there is an answer. */
async function ask(feed: Feed, coin: Coin, now: Date): Promise<FeedAnswer> {
  try {
    return { feed: feed.name, quote: await feed.read(coin, now) }
  } catch (error) {
    return { feed: feed.name, error: error instanceof Error ? error.message : 'no answer' }
  }
}

type Looking = { readonly coin: Coin; readonly pair?: PairId; readonly feeds: readonly Feed[]; readonly now: Date }

/** What is wrong now, by kind; a kind that is left out is right. */
async function findWrong(tx: Tx, { pair, now }: Looking, { standing, dropped }: FeedState) {
  const { deviation, silentMinutes } = await readSetting(tx, feedAlarms)
  const wrong: Partial<Record<FeedAlarmKind, FeedAlarm['detail']>> = {}
  const isFresh = standing !== undefined && now.getTime() - standing.at.getTime() < silentMinutes * minuteMs
  const reasons = dropped.map(({ feed, why }) => `${feed}: ${why}`).join(', ')
  if (standing?.isHalted) wrong.halted = { price: showPrice(standing.price) }
  else if (!isFresh) wrong.silent = { dropped: reasons }
  if (!isFresh || standing.isHalted) return wrong
  if (!pair && !isReferenceRight(standing.price)) wrong.reference = { price: showPrice(standing.price) }
  const guide = pair && (await guidePrice(tx, pair, now))
  const market = guide && (guide.numerator * priceScale) / guide.denominator
  if (market && deviates(market, standing.price, parseUnits(deviation) ?? 0n))
    wrong.deviation = { market: showPrice(market), feeds: showPrice(standing.price), limit: deviation }
  return wrong
}

const kinds: readonly FeedAlarmKind[] = ['deviation', 'silent', 'halted', 'reference']

async function look(db: Db, looking: Looking): Promise<FeedAlarm[]> {
  const { coin, feeds, now } = looking
  const answers = await Promise.all(
    feeds.filter((feed) => feed.coins.includes(coin)).map((feed) => ask(feed, coin, now)),
  )
  return db.transaction(async (tx) => {
    const before = await loadFeedState(tx, coin)
    const { price, used, dropped } = weighAnswers(answers, now)
    const standing = price === undefined ? before?.standing : stepStanding(before?.standing, price, now)
    const state = { standing, feeds: used, dropped, demo: feeds.some(({ demo }) => demo), lookedAt: now }
    await keepFeedState(tx, coin, state)
    const wrong = await findWrong(tx, looking, state)
    const begun: FeedAlarm[] = []
    for (const kind of kinds) {
      const detail = wrong[kind]
      if (!detail) await endAlarm(tx, coin, kind, now)
      else if (await beginAlarm(tx, { coin, kind, detail, at: now })) begun.push({ coin, kind, detail, at: now })
    }
    return begun
  })
}

/**
 * Asks every feed what each coin costs, keeps what enough of them agree on, and compares it with our own market. Nothing here moves
 * money or stops anything: it is shown, and it tells an operator.
 * @returns the alarms that began.
 */
export async function readFeeds(
  db: Db,
  { now, demo }: { readonly now: Date; readonly demo: boolean },
): Promise<FeedAlarm[]> {
  const told = demo ? await readSetting(db, demoFaults) : {}
  const faultOf = (name: string) => {
    const fault = told[name]
    return fault !== undefined && isFault(fault) ? fault : undefined
  }
  return readFrom(db, feedsOf(demo, faultOf), now)
}

/** The same from feeds given by hand. */
export async function readFrom(db: Db, feeds: readonly Feed[], now: Date): Promise<FeedAlarm[]> {
  const begun: FeedAlarm[] = []
  for (const each of asked) begun.push(...(await look(db, { ...each, feeds, now })))
  return begun
}
