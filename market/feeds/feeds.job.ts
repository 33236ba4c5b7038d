import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { type PairId, usdtPair } from '#kit/text/ids.ts'
import { minuteMs } from '#kit/time/clock.ts'
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
import { coinsAsked, type Feed } from '#outside/feeds/port.ts'
import { feedsOf } from '#outside/feeds/registry.ts'
import { faultsTold } from '../demo/demo-faults.server.ts'
import { guidePrice } from '../market.store.ts'
import { priceScale } from '../market.ts'
import { showPrice } from '../prices/prices.ts'
import { keepReference } from '../prices/reference.store.ts'
import { feedAlarms } from './feed-settings.ts'

const asked: readonly { readonly coin: Coin; readonly pair: PairId | undefined }[] = coinsAsked.map((coin) => ({
  coin,
  pair: usdtPair(coin),
}))

/** Never rejects. */
async function ask(feed: Feed, coin: Coin, now: Date): Promise<FeedAnswer> {
  try {
    return { feed: feed.name, quote: await feed.read(coin, now) }
  } catch (error) {
    return { feed: feed.name, error: error instanceof Error ? error.message : 'no answer' }
  }
}

type Wanted = (typeof asked)[number]
type Asked = Wanted & { readonly answers: readonly FeedAnswer[]; readonly demo: boolean; readonly now: Date }

const askAll = (feeds: readonly Feed[], now: Date): Promise<Asked[]> =>
  Promise.all(
    asked.map(async (wanted) => {
      const able = feeds.filter((feed) => feed.coins.includes(wanted.coin))
      const answers = await Promise.all(able.map((feed) => ask(feed, wanted.coin, now)))
      return { ...wanted, answers, demo: feeds.some(({ demo }) => demo), now }
    }),
  )

async function findWrong(tx: Tx, { pair, now }: Asked, { standing, dropped }: FeedState) {
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

const keepRound = (db: Db, round: Asked): Promise<FeedAlarm[]> =>
  db.transaction(async (tx) => {
    const { coin, answers, demo, now } = round
    const before = await loadFeedState(tx, coin)
    const { price, used, dropped } = weighAnswers(answers, now)
    const standing = price === undefined ? before?.standing : stepStanding(before?.standing, price, now)
    const state = { standing, feeds: used, dropped, demo, lookedAt: now }
    await keepFeedState(tx, coin, state)
    // Stores the price only if this round confirmed it.
    if (standing && !standing.isHalted && standing.at.getTime() === now.getTime())
      await keepReference(tx, coin, standing.price, now)
    const wrong = await findWrong(tx, round, state)
    const begun: FeedAlarm[] = []
    for (const kind of kinds) {
      const detail = wrong[kind]
      if (!detail) await endAlarm(tx, coin, kind, now)
      else if (await beginAlarm(tx, { coin, kind, detail, at: now })) begun.push({ coin, kind, detail, at: now })
    }
    return begun
  })

async function keepAll(db: Db, rounds: readonly Asked[]): Promise<FeedAlarm[]> {
  const begun: FeedAlarm[] = []
  for (const round of rounds) begun.push(...(await keepRound(db, round)))
  return begun
}

const feedsNow = async (db: Db, demo: boolean): Promise<readonly Feed[]> => feedsOf(demo, await faultsTold(db, demo))

export const readFrom = async (db: Db, feeds: readonly Feed[], now: Date): Promise<FeedAlarm[]> =>
  keepAll(db, await askAll(feeds, now))

export const readFeeds = async (db: Db, { now, demo }: { readonly now: Date; readonly demo: boolean }) =>
  readFrom(db, await feedsNow(db, demo), now)

/**
 * Stores the price that enough feeds agree on, and compares it with our market. Never moves money. Each run stores the answers that arrived
 * since the last run and queries again without waiting, so a slow feed delays no payment.
 */
export function createFeedReader({ db, demo }: { readonly db: Db; readonly demo: boolean }) {
  let answered: readonly Asked[] = []
  let isAsking = false
  const startAsking = async (now: Date): Promise<void> => {
    const feeds = await feedsNow(db, demo)
    isAsking = true
    void askAll(feeds, now).then((rounds) => {
      answered = rounds
      isAsking = false
    })
  }
  return {
    async run(now: Date): Promise<FeedAlarm[]> {
      const rounds = answered
      answered = []
      if (!isAsking) await startAsking(now)
      return keepAll(db, rounds)
    },
  }
}
