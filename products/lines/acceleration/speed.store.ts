import { multiply, type Rate } from '#kit/amount/amount.ts'
import { assetOf, type Coin, isCoin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import type { DayFacts, ProductLine } from '../../terms/line.ts'
import type { Order } from '../../terms/order.ts'
import { type Mark, type Speed, speedOf } from '../../terms/speed.ts'

export type SpeedMoment = {
  /** Coins released or drawn later count as still pending. */
  readonly at: Date
  /** Only marks that have run since then. */
  readonly since: Date
  /** USDT units per coin unit, at the `handedOut` value. */
  readonly usdt: (coin: Coin) => Rate | undefined
}

async function loadRunningMarks(sql: Sql, walletIds: readonly WalletId[], { since, usdt }: SpeedMoment) {
  const rows = await sql.query<{ walletId: WalletId; boost: Mark['boost']; coin: Coin; units: bigint; since: Date }>(
    `SELECT wallet_id AS "walletId", terms ->> 'boost' AS boost, terms ->> 'base' AS coin, base_units AS units, round_started AS since
     FROM investment_order
     WHERE line = 'acceleration' AND state = 'earning' AND wallet_id = ANY ($1::text[]) AND round_started <= $2`,
    [walletIds, since],
  )
  const marks = new Map<WalletId, Mark[]>()
  for (const { walletId, coin, units, ...mark } of rows) {
    const price = usdt(coin)
    const valueUnits = price ? multiply(units, price, 'down') : 0n
    marks.set(walletId, [...(marks.get(walletId) ?? []), { ...mark, valueUnits }])
  }
  return marks
}

/** Pending value per wallet; 0 if any coin has no price, so nothing is sped up. */
async function loadPending(sql: Sql, walletIds: readonly WalletId[], { at, usdt }: SpeedMoment) {
  const rows = await sql.query<{ walletId: WalletId; asset: number; units: string }>(
    `SELECT o.wallet_id AS "walletId", a.asset, sum(a.balance + coalesce(
       (SELECT sum(p.amount) FROM record p WHERE p.lane = a.lane AND p.debit = a.id AND p.happened_at >= $2), 0))::text AS units
     FROM investment_order o JOIN balance a ON a.owner = 'order:' || o.id AND a.purpose = 'promised'
     WHERE o.line = 'package' AND (o.state = 'to_be_released' OR o.over_at >= $2) AND o.round_started < $2
       AND o.wallet_id = ANY ($1::text[])
     GROUP BY 1, 2`,
    [walletIds, at],
  )
  const pending = new Map<WalletId, bigint>()
  const unpriced = new Set<WalletId>()
  for (const { walletId, asset, units } of rows) {
    const coin = assetOf(asset)
    const price = isCoin(coin) ? usdt(coin) : undefined
    if (!price && units !== '0') unpriced.add(walletId)
    else if (price) pending.set(walletId, (pending.get(walletId) ?? 0n) + multiply(BigInt(units), price, 'down'))
  }
  return (walletId: WalletId) => (unpriced.has(walletId) ? 0n : (pending.get(walletId) ?? 0n))
}

export async function loadSpeeds(
  sql: Sql,
  walletIds: readonly WalletId[],
  moment: SpeedMoment,
): Promise<(walletId: WalletId) => Speed> {
  const wallets = [...new Set(walletIds)]
  const marks = await loadRunningMarks(sql, wallets, moment)
  const pending = await loadPending(sql, wallets, moment)
  return (walletId) => speedOf(marks.get(walletId) ?? [], pending(walletId), moment.at)
}

const still: Rate = { numerator: 0n, denominator: 1n }
type DayOfLine = { readonly at: Date; readonly line: ProductLine; readonly orders: readonly Order[] }

/** Only marks that ran all day count. */
export async function loadDaySpeeds(
  sql: Sql,
  { at, line, orders }: DayOfLine,
  usdt: DayFacts['usdt'],
): Promise<DayFacts['speed']> {
  if (!line.isDone) return () => still
  const wallets = orders.map(({ walletId }) => walletId)
  const speeds = await loadSpeeds(sql, wallets, {
    at,
    since: addMs(at, -dayMs),
    usdt: (coin) => usdt(coin, 'handedOut'),
  })
  return (walletId) => speeds(walletId).speed
}
