import type { Coin } from '#kit/assets.ts'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import { isAboveBounds, isMuchOfCoin } from './velocity.ts'
import { boundsOf, limitsOf, withdrawalLimits, withdrawalVelocity } from './withdrawal-settings.ts'

const weekMs = 7 * dayMs

/** One withdrawal at a time is let go, so that two at once cannot pass a bound between them. The caller has locked wallet and withdrawal. */
export const lockFlow = async (tx: Tx): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('withdrawals.velocity'))`)
}

/** What is to leave: a coin, how much of it, and its USDT value; null if there never was a price. */
export type Leaving = { readonly coin: Coin; readonly units: bigint; readonly value: bigint | null }

/** What came to wallets of a coin in the week before a moment, in units. */
async function weekInflow(sql: Sql, coin: Coin, now: Date): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `SELECT coalesce(sum(units), 0)::text AS units FROM deposit
     WHERE coin = $1 AND credited_at > $2 AND state = 'credited' AND kind = 'wallet'`,
    [coin, addMs(now, -weekMs)],
  )
  return BigInt(row?.units ?? 0)
}

/**
 * Whether with this one more would leave within an hour than the platform lets go unseen. Only what was let go counts: nothing that is
 * held, reviewed, taken back or failed; and no wallet counts with more than its own day limit.
 */
export async function isRush(sql: Sql, { coin, units, value }: Leaving, now: Date): Promise<boolean> {
  const { dayLimitValue } = limitsOf(await readSetting(sql, withdrawalLimits))
  const [row] = await sql.query<{ all: string; coin: string; units: string }>(
    `SELECT coalesce(sum(least(w.value, $3)), 0)::text AS all, coalesce(sum(least(w.coin_value, $3)), 0)::text AS coin,
       coalesce(sum(w.coin_units), 0)::text AS units
     FROM (
       SELECT coalesce(sum(value_units), 0) AS value, coalesce(sum(value_units) FILTER (WHERE coin = $1), 0) AS coin_value,
         sum(units) FILTER (WHERE coin = $1) AS coin_units
       FROM withdrawal WHERE let_go_at > $2 AND state IN ('sending', 'confirming', 'done') GROUP BY wallet_id
     ) w`,
    [coin, addMs(now, -hourMs), dayLimitValue],
  )
  const flow = {
    hourValue: BigInt(row?.all ?? 0) + (value ?? 0n),
    coin: {
      hourUnits: BigInt(row?.units ?? 0) + units,
      hourValue: BigInt(row?.coin ?? 0) + (value ?? 0n),
      weekInflow: await weekInflow(sql, coin, now),
    },
  }
  return isAboveBounds(flow, boundsOf(await readSetting(sql, withdrawalVelocity)))
}

/** Whether one wallet asks within an hour, with this one, for so much of a coin that the operator looks first. */
export async function asksForMuch(sql: Sql, walletId: WalletId, asked: Leaving, now: Date): Promise<boolean> {
  const { coin, units, value } = asked
  const [row] = await sql.query<{ units: string; value: string }>(
    `SELECT coalesce(sum(units), 0)::text AS units, coalesce(sum(value_units), 0)::text AS value FROM withdrawal
     WHERE wallet_id = $1 AND coin = $2 AND requested_at > $3 AND state NOT IN ('cancelled', 'failed')`,
    [walletId, coin, addMs(now, -hourMs)],
  )
  const flow = {
    hourUnits: BigInt(row?.units ?? 0) + units,
    hourValue: BigInt(row?.value ?? 0) + (value ?? 0n),
    weekInflow: await weekInflow(sql, coin, now),
  }
  const { percent } = boundsOf(await readSetting(sql, withdrawalVelocity))
  const { reviewAboveValue } = limitsOf(await readSetting(sql, withdrawalLimits))
  return isMuchOfCoin(flow, percent, reviewAboveValue)
}
