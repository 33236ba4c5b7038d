import type { Sql, Tx } from '#kit/store/db.ts'
import type { PairId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { company, reserve } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { lockLiquidity } from '../market.store.ts'
import { coinsOf } from '../market.ts'
import { type Stake, worthOf } from '../trade/liquidity.ts'
import { keepShareChanges } from './shares.store.ts'

/** Delay before company coins may leave a market. */
export const noticeMs = 30 * dayMs

export type SeedNotice = { readonly shares: bigint; readonly from: Date }

export async function seedNotice(sql: Sql, pair: PairId): Promise<SeedNotice | undefined> {
  const [row] = await sql.query<{ shares: bigint | null; at: Date | null }>(
    'SELECT notice_shares AS shares, notice_at AS at FROM market WHERE pair = $1',
    [pair],
  )
  return row?.shares && row.at ? { shares: row.shares, from: addMs(row.at, noticeMs) } : undefined
}

/** Restarts the notice period. */
export async function giveNotice(tx: Tx, pair: PairId, shares: bigint, at: Date): Promise<void> {
  await tx.query('UPDATE market SET notice_shares = $2, notice_at = $3 WHERE pair = $1', [pair, shares, at])
}

/** Moves the seed, rounded down, into `capital`. @returns undefined unless notice was given at least 30 days ago */
export async function takeSeedBack(
  tx: Tx,
  { pair, key, at }: { readonly pair: PairId; readonly key: string; readonly at: Date },
): Promise<Stake | undefined> {
  const market = await lockLiquidity(tx, pair)
  const notice = await seedNotice(tx, pair)
  if (!notice || notice.from > at) return undefined
  let { shares } = notice
  if (market.companyShares < shares) shares = market.companyShares
  const stake = worthOf(market, shares)
  const { base, quoted } = coinsOf(pair)
  const legs = { from: reserve(pair), to: company('capital') }
  const postings = [
    { ...legs, asset: base, units: stake.base },
    { ...legs, asset: quoted, units: stake.quoted },
  ].filter(({ units }) => units > 0n)
  if (postings.length > 0) await post(tx, { key, at, ref: `market:${pair}`, postings })
  await tx.query(
    'UPDATE market SET company_shares = company_shares - $2, notice_shares = NULL, notice_at = NULL WHERE pair = $1',
    [pair, stake.shares],
  )
  await keepShareChanges(tx, pair, new Map([['house', -stake.shares]]))
  return stake
}

/** @returns whether any market was seeded. */
export async function lockMarkets(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ seeded: boolean }>(
    'SELECT seeded_at IS NOT NULL AS seeded FROM market ORDER BY pair FOR UPDATE',
  )
  return rows.some(({ seeded }) => seeded)
}
