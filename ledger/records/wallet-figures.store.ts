import { type Asset, assetOf } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { laneOf } from '../posting/lane.ts'
import { keepUp, lateMost } from './history.store.ts'

export type WalletBalance = {
  readonly asset: Asset
  readonly available: bigint
  readonly held: bigint
  readonly inOrders: bigint
  /** Coins not yet the holder's. */
  readonly promised: bigint
}

const purposes = { available: 'available', held: 'held', principal: 'inOrders', promised: 'promised' } as const

/** One text per wallet: "1 available 500,1 held 20". Equal texts mean equal balances. Comparing texts is cheaper than reading rows. */
export async function figuresOfWallets(sql: Sql, ids: readonly WalletId[]): Promise<string[]> {
  const [first = ''] = ids
  const rows = await sql.query<{ holder: WalletId; figures: string; accounts: string }>(
    `SELECT holder, string_agg(asset || ' ' || purpose || ' ' || units, ',' ORDER BY asset, purpose) AS figures, sum(accounts) AS accounts FROM (
       SELECT holder, asset, purpose, sum(balance) AS units, count(*) AS accounts FROM own_account
       WHERE lane = $1 AND holder = ANY ($2) AND purpose IN ('available', 'held', 'principal', 'promised') GROUP BY holder, asset, purpose
     ) own GROUP BY holder`,
    [laneOf(first), ids],
  )
  // `keepUp` also closes accounts of finished orders.
  for (const { holder, accounts } of rows) if (Number(accounts) > lateMost) await keepUp(sql, holder)
  const found = new Map(rows.map(({ holder, figures }) => [holder, figures]))
  return ids.map((id) => found.get(id) ?? '')
}

export function readFigures(figures: string): WalletBalance[] {
  const found = new Map<Asset, WalletBalance>()
  for (const figure of figures === '' ? [] : figures.split(',')) {
    const [number, purpose, units = ''] = figure.split(' ')
    const name = purposes[purpose as keyof typeof purposes]
    expect(name, 'only these purposes were asked for')
    const asset = assetOf(Number(number))
    const known = found.get(asset) ?? { asset, available: 0n, held: 0n, inOrders: 0n, promised: 0n }
    found.set(asset, { ...known, [name]: BigInt(units) })
  }
  return [...found.values()]
}

/** A version changes with every posting to the wallet's accounts. */
export async function versionsOfWallets(sql: Sql, ids: readonly WalletId[]): Promise<string[]> {
  const [first = ''] = ids
  const rows = await sql.query<{ holder: WalletId; version: string }>(
    `SELECT holder, count(*) || ' ' || sum(version) AS version FROM account_version WHERE lane = $1 AND holder = ANY ($2) GROUP BY holder`,
    [laneOf(first), ids],
  )
  const found = new Map(rows.map(({ holder, version }) => [holder, version]))
  return ids.map((id) => found.get(id) ?? '')
}
