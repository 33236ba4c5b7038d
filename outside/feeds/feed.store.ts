import type { Coin } from '#kit/amount/coins.ts'
import { type Fiat, fiatNames } from '#kit/amount/fiats.ts'
import type { Sql } from '#kit/store/db.ts'
import { addMs } from '#kit/time/clock.ts'
import { type Dropped, fiatGuards, type Standing } from './guard.ts'
import type { Priced } from './port.ts'

type Row = {
  readonly price: bigint | null
  readonly at: Date | null
  readonly feeds: readonly string[]
  readonly dropped: readonly Dropped[]
  readonly demo: boolean
  readonly jumpPrice: bigint | null
  readonly jumpRounds: number
  readonly halted: boolean
  readonly lookedAt: Date
}

export type FeedState = {
  /** Undefined until enough feeds have agreed once. */
  readonly standing: Standing | undefined
  readonly feeds: readonly string[]
  readonly dropped: readonly Dropped[]
  readonly demo: boolean
  readonly lookedAt: Date
}

export async function loadFeedState(sql: Sql, coin: Priced): Promise<FeedState | undefined> {
  const [row] = await sql.query<Row>(
    `SELECT price, at, feeds, dropped, demo, jump_price AS "jumpPrice", jump_rounds AS "jumpRounds", halted,
       checked_at AS "lookedAt" FROM feed_price WHERE coin = $1`,
    [coin],
  )
  if (!row) return undefined
  const { price, at, jumpPrice, jumpRounds, halted, ...rest } = row
  const jump = jumpPrice === null ? undefined : { price: jumpPrice, rounds: jumpRounds }
  return { ...rest, standing: price === null || at === null ? undefined : { price, at, jump, isHalted: halted } }
}

export async function keepFeedState(sql: Sql, coin: Priced, { standing, ...state }: FeedState): Promise<void> {
  await sql.query(
    `INSERT INTO feed_price (coin, price, at, feeds, dropped, demo, jump_price, jump_rounds, halted, checked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (coin) DO UPDATE SET (price, at, feeds, dropped, demo, jump_price, jump_rounds, halted, checked_at) =
       (EXCLUDED.price, EXCLUDED.at, EXCLUDED.feeds, EXCLUDED.dropped, EXCLUDED.demo, EXCLUDED.jump_price,
        EXCLUDED.jump_rounds, EXCLUDED.halted, EXCLUDED.checked_at)`,
    [
      coin,
      standing?.price ?? null,
      standing?.at ?? null,
      state.feeds,
      JSON.stringify(state.dropped),
      state.demo,
      standing?.jump?.price ?? null,
      standing?.jump?.rounds ?? 0,
      standing?.isHalted ?? false,
      state.lookedAt,
    ],
  )
}

export type FiatStanding = {
  readonly fiat: Fiat
  /** 10⁻¹² USDT per unit. */
  readonly price: bigint
  readonly at: Date
  readonly feeds: readonly string[]
}

/** Excludes expired and halted rates. @param wall the real clock, not the business clock */
export const loadFiats = (sql: Sql, wall: Date): Promise<FiatStanding[]> =>
  sql.query<FiatStanding>(
    `SELECT coin AS fiat, price, at, feeds FROM feed_price
     WHERE coin = ANY($1) AND NOT halted AND at >= $2 ORDER BY at, feeds, coin`,
    [fiatNames, addMs(wall, -fiatGuards.shownForMs)],
  )

/** Clears halt and price, so the next round starts fresh. @returns whether there was a halt. */
export async function releaseFeed(sql: Sql, coin: Coin): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE feed_price SET price = NULL, at = NULL, jump_price = NULL, jump_rounds = 0, halted = false
     WHERE coin = $1 AND halted RETURNING coin`,
    [coin],
  )
  return rows.length > 0
}

/**
 * deviation: our market and the feeds differ · silent: too few feeds agree · halted: a jump waits for an operator · reference: USDT lost
 * its peg.
 */
export type FeedAlarmKind = 'deviation' | 'silent' | 'halted' | 'reference'
export type FeedAlarm = {
  readonly coin: Coin
  readonly kind: FeedAlarmKind
  readonly detail: Readonly<Record<string, string>>
  readonly at: Date
}

/** @returns false if the alarm was already open. */
export async function beginAlarm(sql: Sql, { coin, kind, detail, at }: FeedAlarm): Promise<boolean> {
  const rows = await sql.query(
    `INSERT INTO feed_alarm (coin, kind, detail, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (coin, kind) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
    [coin, kind, JSON.stringify(detail), at],
  )
  return rows.length > 0
}

export async function endAlarm(sql: Sql, coin: Coin, kind: FeedAlarmKind, at: Date): Promise<void> {
  await sql.query('UPDATE feed_alarm SET ended_at = $3 WHERE coin = $1 AND kind = $2 AND ended_at IS NULL', [
    coin,
    kind,
    at,
  ])
}

/** Oldest first. */
export const openAlarms = (sql: Sql): Promise<FeedAlarm[]> =>
  sql.query<FeedAlarm>('SELECT coin, kind, detail, at FROM feed_alarm WHERE ended_at IS NULL ORDER BY id')
