import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, dayOf } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import {
  type Drawn,
  keepDraw,
  loadDaySeed,
  loadDrawDays,
  loadDraws,
  loadPendingPackages,
  type Pending,
  type Unlocked,
} from '#products/lines/package/draw.store.ts'
import { chances, hashOfSeed, rollOf, shareOf, walletSeed } from '#products/lines/package/draw.ts'
import { drawn as drawnPostings } from '#products/lines/package/package.ts'
import { addEvents, type OrderEvent } from '#products/orders/order-history.store.ts'
import { lockOwnOrders } from '#products/orders/orders.store.ts'
import { coinsText } from '#products/terms/coins-text.ts'
import { percent } from '#products/terms/share.ts'
import { getDraw, listDrawDays, makeDraw } from './draw.contract.ts'

const earlierMax = 30

/** The day's seed stays secret until the day is over, because others still draw with it. */
function showDrawn(draw: Drawn, now: Date): OutputOf<typeof makeDraw>['drawn'] {
  const over = draw.day < dayOf(now)
  return {
    ...draw,
    at: draw.at.toISOString(),
    hash: hashOfSeed(draw.seed),
    unlocked: [...draw.unlocked],
    dayHash: hashOfSeed(draw.daySeed),
    daySeed: over ? draw.daySeed : null,
  }
}

function byCoin(pending: readonly Pending[]): OutputOf<typeof getDraw>['pending'] {
  const sums = new Map<Coin, bigint>()
  for (const { coin, units } of pending) sums.set(coin, (sums.get(coin) ?? 0n) + units)
  return coins.flatMap((coin) => {
    const units = sums.get(coin)
    return units === undefined ? [] : [{ coin, amount: showUnits(units) }]
  })
}

/** Runs outside any transaction, so the seed behind a shown hash survives a failed call. */
async function promise(db: Db | Sql, walletId: WalletId, now: Date) {
  const day = dayOf(now)
  const today = await loadDaySeed(db, day, now)
  const seed = walletSeed(today.seed, day, walletId)
  return { day, seed, hash: hashOfSeed(seed), dayHash: today.hash, daySeed: today.seed }
}

const getDrawApi = implementRead(getDraw, async (_, { db, walletId, now }) => {
  const { day, hash, dayHash } = await promise(db, walletId, now)
  const next = await loadDaySeed(db, addDays(day, 1), now)
  const draws = (await loadDraws(db, walletId, earlierMax + 1)).map((draw) => showDrawn(draw, now))
  const today = draws.find((draw) => draw.day === day)
  return {
    day,
    hash,
    dayHash,
    nextDayHash: next.hash,
    chances: chances.map((chance) => ({ ...chance })),
    pending: byCoin(await loadPendingPackages(db, walletId)),
    drawn: today ?? null,
    earlier: draws.filter((draw) => draw !== today).slice(0, earlierMax),
  }
})

/** Posts one entry per package, for its records. */
async function unlock(
  tx: Tx,
  walletId: WalletId,
  share: string,
  keyed: { key: string; at: Date },
): Promise<Unlocked[]> {
  const pending = await loadPendingPackages(tx, walletId)
  if (pending.length === 0) fail('invest.draw_nothing')
  const ids = pending.map(({ orderId }) => orderId)
  const orders = new Map((await lockOwnOrders(tx, walletId, ids)).map((order) => [order.id, order]))
  const unlocked: Unlocked[] = []
  const entries: Entry[] = []
  const events: OrderEvent[] = []
  for (const { orderId, coin, units } of await loadPendingPackages(tx, walletId)) {
    const order = orders.get(orderId)
    if (!order) continue
    const postings = drawnPostings(order, units, share)
    const moved = postings.reduce((sum, posting) => sum + posting.units, 0n)
    unlocked.push({ orderId, coin, amount: showUnits(moved) })
    if (moved === 0n) continue
    entries.push({ key: `${keyed.key}:${orderId}`, at: keyed.at, ref: `order:${orderId}`, postings })
    const params = { coins: coinsText({ asset: coin, units: moved }), share: percent(share) }
    events.push({ order, at: keyed.at, kind: 'drawn', params })
  }
  await addEvents(tx, events)
  if (entries.length > 0) await postMany(tx, entries)
  return unlocked
}

const makeDrawApi = implement(makeDraw, async ({ hash, holderSeed }, { tx, walletId, requestId, now }) => {
  refuseWhileStopped(await lockWallet(tx, walletId))
  const promised = await promise(tx, walletId, now)
  const { day, seed } = promised
  const [last] = await loadDraws(tx, walletId, 1)
  if (last?.day === day) fail('invest.draw_done')
  if (hash !== promised.hash) fail('invest.draw_hash')
  const roll = rollOf({ day, seed, holderSeed })
  const share = shareOf(roll)
  const unlocked = await unlock(tx, walletId, share, { key: requestId, at: now })
  const draw = { day, at: now, seed, holderSeed, roll, share, unlocked }
  if (!(await keepDraw(tx, walletId, draw))) fail('invest.draw_done')
  return { drawn: showDrawn({ ...draw, daySeed: promised.daySeed }, now) }
})

/** Earlier days plus today and tomorrow. */
const daysShown = earlierMax + 2

/** Public, so the server cannot use another seed for some users. */
const listDrawDaysApi = implementRead(listDrawDays, async (_, { db, now }) => {
  const today = dayOf(now)
  for (const day of [today, addDays(today, 1)]) await loadDaySeed(db, day, now)
  const days = await loadDrawDays(db, daysShown)
  return {
    days: days.map(({ day, hash, seed, madeAt }) => ({
      day,
      hash,
      madeAt: madeAt.toISOString(),
      seed: day < today ? seed : null,
    })),
  }
})

export const drawCalls: readonly Implementation[] = [getDrawApi, makeDrawApi, listDrawDaysApi]
