import { type Asset, assetNumber, assetOf, coins } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Flow } from './booked.ts'
import type { DayRule } from './by-day.ts'

const counted: readonly Asset[] = [...coins, 'POWER']

/**
 * What the entries of orders moved, by order, day and asset. Wallet and principal are the holder's own, so what moves between them is
 * no result; what comes from a pool is a gain, and what goes to a fee, a price, a market or a pool is given up.
 * @param orderIds left out: every order of the wallet.
 * @param rule the day that a midnight belongs to: the one it ends, unless said.
 */
export async function loadFlows(
  sql: Sql,
  walletId: WalletId,
  { orderIds, rule = 'settled' }: { readonly orderIds?: readonly number[]; readonly rule?: DayRule } = {},
): Promise<Flow[]> {
  const rows = await sql.query<{
    order: string
    day: Day
    asset: number
    paid: string
    back: string
    net: string
  }>(
    `WITH own AS (SELECT lane, id, purpose <> 'principal' AS is_wallet FROM balance
         WHERE holder = $1 AND purpose IN ('available', 'held', 'principal') AND asset = ANY ($2::int2[])),
       sided AS (
         SELECT p.id, p.ref, p.happened_at, p.asset, p.amount AS units, own.is_wallet
           FROM own JOIN record p ON p.lane = own.lane AND p.credit = own.id
         UNION ALL
         SELECT p.id, p.ref, p.happened_at, p.asset, -p.amount, own.is_wallet
           FROM own JOIN record p ON p.lane = own.lane AND p.debit = own.id),
       moved AS (
         SELECT id, ref, happened_at, asset, sum(units) AS net, coalesce(sum(units) FILTER (WHERE is_wallet), 0) AS wallet
         FROM sided WHERE ref LIKE 'order:%' AND ($3::text[] IS NULL OR ref = ANY ($3::text[]))
         GROUP BY id, ref, happened_at, asset)
     SELECT substr(ref, 7) AS order, ((happened_at - $4::interval) AT TIME ZONE 'UTC')::date::text AS day, asset,
       sum(greatest(-wallet, 0))::text AS paid, sum(greatest(wallet, 0))::text AS back, sum(net)::text AS net
     FROM moved GROUP BY 1, 2, 3 ORDER BY 2 DESC, 3`,
    [
      walletId,
      counted.map(assetNumber),
      orderIds?.map((id) => `order:${id}`) ?? null,
      rule === 'settled' ? '1 microsecond' : '0',
    ],
  )
  return rows.map(({ order, day, asset, paid, back, net }) => ({
    orderId: Number(order),
    day,
    asset: assetOf(asset),
    paid: BigInt(paid),
    back: BigInt(back),
    net: BigInt(net),
  }))
}
