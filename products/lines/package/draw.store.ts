import type { Coin } from '#kit/amount/coins.ts'
import { assetOf, isCoin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { randomHex } from '#kit/text/random.ts'
import type { Day } from '#kit/time/clock.ts'
import { hashOfSeed } from './draw.ts'

const seedBytes = 32

/** Created on first use; immutable. */
export async function loadDaySeed(sql: Sql, day: Day, now: Date): Promise<{ seed: string; hash: string }> {
  const find = async () => {
    const [row] = await sql.query<{ seed: string; hash: string }>(
      'SELECT seed, seed_hash AS hash FROM draw_day WHERE day = $1',
      [day],
    )
    return row
  }
  const known = await find()
  if (known) return known
  const seed = randomHex(seedBytes)
  await sql.query(
    'INSERT INTO draw_day (day, seed, seed_hash, made_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [day, seed, hashOfSeed(seed), now],
  )
  const made = await find()
  expect(made, 'the seed of a day that was made is there')
  return made
}

export type DrawDay = { readonly day: Day; readonly hash: string; readonly seed: string; readonly madeAt: Date }

export const loadDrawDays = (sql: Sql, limit: number): Promise<DrawDay[]> =>
  sql.query<DrawDay>(
    'SELECT day::text AS day, seed_hash AS hash, seed, made_at AS "madeAt" FROM draw_day ORDER BY draw_day.day DESC LIMIT $1',
    [limit],
  )

export type Unlocked = { readonly orderId: number; readonly coin: Coin; readonly amount: string }
export type Drawn = {
  readonly day: Day
  readonly at: Date
  readonly seed: string
  readonly holderSeed: string
  readonly roll: number
  readonly share: string
  readonly unlocked: Unlocked[]
  readonly daySeed: string
}

/** Newest first. */
export async function loadDraws(sql: Sql, walletId: WalletId, limit: number): Promise<Drawn[]> {
  return sql.query<Drawn>(
    `SELECT d.day::text AS day, d.at, d.seed, d.holder_seed AS "holderSeed", d.roll, d.share, d.unlocked, s.seed AS "daySeed"
     FROM draw d JOIN draw_day s ON s.day = d.day WHERE d.wallet_id = $1 ORDER BY d.day DESC LIMIT $2`,
    [walletId, limit],
  )
}

/** @returns false if the wallet has drawn that day. */
export async function keepDraw(tx: Tx, walletId: WalletId, draw: Omit<Drawn, 'daySeed'>): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO draw (wallet_id, day, at, seed, holder_seed, roll, share, unlocked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb) ON CONFLICT DO NOTHING RETURNING day`,
    [walletId, draw.day, draw.at, draw.seed, draw.holderSeed, draw.roll, draw.share, JSON.stringify(draw.unlocked)],
  )
  return rows.length > 0
}

export type Pending = { readonly orderId: OrderId; readonly coin: Coin; readonly units: bigint }

/** Oldest first. */
export async function loadPendingPackages(sql: Sql, walletId: WalletId): Promise<Pending[]> {
  const rows = await sql.query<{ id: bigint; asset: number; units: bigint }>(
    `SELECT o.id, a.asset, a.balance AS units
     FROM investment_order o JOIN balance a ON a.owner = 'order:' || o.id AND a.purpose = 'promised'
     WHERE o.wallet_id = $1 AND o.line = 'package' AND o.state = 'to_be_released' AND a.balance > 0 ORDER BY o.id`,
    [walletId],
  )
  return rows.map(({ id, asset, units }) => {
    const coin = assetOf(asset)
    expect(isCoin(coin), 'a package pays a coin')
    return { orderId: Number(id) as OrderId, coin, units }
  })
}
