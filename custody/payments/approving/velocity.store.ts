import type { Coin } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { boundsOf, limitsOf, withdrawalLimits, withdrawalVelocity } from '../withdrawal-settings.ts'
import type { AskedBefore } from '../withdrawals.store.ts'
import { isAboveBounds, isMuchOfCoin, type RushBounds } from './velocity.ts'

const weekMs = 7 * dayMs

/** Serializes releases, so concurrent ones cannot exceed a limit together. The caller has locked wallet and withdrawal. */
export const lockFlow = async (tx: Tx): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('withdrawals.velocity'))`)
}

/** `value` is in USDT; null without a price. */
export type Leaving = { readonly coin: Coin; readonly units: bigint; readonly value: bigint | null }

/** In units. */
async function weekInflowOf(sql: Sql, coin: Coin, now: Date): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `SELECT coalesce(sum(units), 0)::text AS units FROM deposit
     WHERE coin = $1 AND credited_at > $2 AND state = 'credited' AND kind = 'wallet'`,
    [coin, addMs(now, -weekMs)],
  )
  return BigInt(row?.units ?? 0)
}

/** Minute number as in `let_go_minute`, which a trigger fills. */
const minuteAt = (at: Date): number => Math.floor(at.getTime() / minuteMs)

async function inflowsOf(sql: Sql, leaving: readonly { readonly coin: Coin }[], now: Date): Promise<Map<Coin, bigint>> {
  const inflows = new Map<Coin, bigint>()
  for (const { coin } of leaving) if (!inflows.has(coin)) inflows.set(coin, await weekInflowOf(sql, coin, now))
  return inflows
}

/** A fast path. The counters are an upper bound, so if they are within the limits, the exact sum is too. */
async function isSurelyLittle(sql: Sql, leaving: readonly Leaving[], now: Date, bounds: RushBounds): Promise<boolean> {
  const rows = await sql.query<{ coin: Coin; value: string; units: string }>(
    `SELECT coin, sum(value_units)::text AS value, sum(units)::text AS units FROM let_go_minute WHERE minute >= $1 GROUP BY coin`,
    [minuteAt(addMs(now, -hourMs))],
  )
  const flows = new Map(rows.map(({ coin, value, units }) => [coin, { value: BigInt(value), units: BigInt(units) }]))
  for (const { coin, value, units } of leaving) {
    const before = flows.get(coin) ?? { value: 0n, units: 0n }
    flows.set(coin, { value: before.value + (value ?? 0n), units: before.units + units })
  }
  const hourValue = [...flows.values()].reduce((sum, { value }) => sum + value, 0n)
  for (const coin of new Set(leaving.map((each) => each.coin))) {
    const flow = flows.get(coin) ?? { value: 0n, units: 0n }
    const weekInflow = flow.value > bounds.floorValue ? await weekInflowOf(sql, coin, now) : 0n
    if (isAboveBounds({ hourValue, coin: { hourUnits: flow.units, hourValue: flow.value, weekInflow } }, bounds))
      return false
  }
  return true
}

/**
 * Whether this withdrawal pushes an hour's outflow above the limit. Only released withdrawals count, and each wallet counts up to its daily
 * limit.
 */
export async function isRush(sql: Sql, leaving: Leaving, now: Date): Promise<boolean> {
  const bounds = boundsOf(await readSetting(sql, withdrawalVelocity))
  if (await isSurelyLittle(sql, [leaving], now, bounds)) return false
  const flow = await countFlow(sql, [leaving], [], now)
  return flow.isRush(leaving)
}

export type AskedLeaving = Leaving & { readonly walletId: WalletId }

/** For each entry of `asked`, whether the wallet requests so much within an hour that it needs review. */
export async function muchAskedOf(
  sql: Sql,
  asked: readonly (AskedLeaving & { readonly before: Pick<AskedBefore, 'hourUnits' | 'hourValue'> })[],
  now: Date,
): Promise<boolean[]> {
  const { percent } = boundsOf(await readSetting(sql, withdrawalVelocity))
  const { reviewAboveValue } = limitsOf(await readSetting(sql, withdrawalLimits))
  const hours = asked.map(({ coin, units, value, before }) => {
    return { coin, hourUnits: before.hourUnits + units, hourValue: before.hourValue + (value ?? 0n) }
  })
  const inflows = await inflowsOf(
    sql,
    hours.filter(({ hourValue }) => hourValue > reviewAboveValue),
    now,
  )
  return hours.map(({ coin, ...hour }) =>
    isMuchOfCoin({ ...hour, weekInflow: inflows.get(coin) ?? 0n }, percent, reviewAboveValue),
  )
}

export type FlowOf = {
  /** Same rule as `isRush`. */
  isRush(leaving: Leaving): boolean
  add(leaving: AskedLeaving): void
}

type FlowRow = {
  readonly wallet: WalletId | null
  readonly coin: Coin | null
  readonly value: string
  readonly units: string
}

const little: FlowOf = { isRush: () => false, add: () => {} }

/** The caller holds `lockFlow`. `asked` must contain every wallet and coin queried later. */
export async function loadFlow(sql: Sql, asked: readonly AskedLeaving[], now: Date): Promise<FlowOf> {
  const bounds = boundsOf(await readSetting(sql, withdrawalVelocity))
  if (asked.length === 0 || (await isSurelyLittle(sql, asked, now, bounds))) return little
  const wallets = asked.map(({ walletId }) => walletId)
  return countFlow(sql, asked, wallets, now)
}

async function countFlow(
  sql: Sql,
  asked: readonly Leaving[],
  wallets: readonly WalletId[],
  now: Date,
): Promise<FlowOf> {
  const { dayLimitValue } = limitsOf(await readSetting(sql, withdrawalLimits))
  const bounds = boundsOf(await readSetting(sql, withdrawalVelocity))
  const rows = await sql.query<FlowRow>(
    `WITH part AS (
       SELECT wallet_id, coin, coalesce(sum(value_units), 0) AS value, sum(units) AS units FROM withdrawal
       WHERE let_go_at > $1 AND state IN ('sending', 'confirming', 'done') GROUP BY wallet_id, coin
     ), whole AS (SELECT wallet_id, sum(value) AS value FROM part GROUP BY wallet_id)
     SELECT NULL AS wallet, NULL AS coin, coalesce(sum(least(value, $2)), 0)::text AS value, '0' AS units FROM whole
     UNION ALL SELECT NULL, coin, coalesce(sum(least(value, $2)), 0)::text, sum(units)::text FROM part GROUP BY coin
     UNION ALL SELECT wallet_id, NULL, value::text, '0' FROM whole WHERE wallet_id = ANY ($3)
     UNION ALL SELECT wallet_id, coin, value::text, '0' FROM part WHERE wallet_id = ANY ($3)`,
    [addMs(now, -hourMs), dayLimitValue, wallets],
  )
  const nameOf = (wallet: WalletId | null, coin: Coin | null) => `${wallet ?? ''} ${coin ?? ''}`
  const values = new Map(rows.map(({ wallet, coin, value }) => [nameOf(wallet, coin), BigInt(value)]))
  const units = new Map(rows.flatMap((row) => (row.wallet === null ? [[row.coin, BigInt(row.units)] as const] : [])))
  const inflows = await inflowsOf(sql, asked, now)
  const capped = (value: bigint): bigint => (value < dayLimitValue ? value : dayLimitValue)
  const grow = (walletId: WalletId, coin: Coin | null, value: bigint): void => {
    const own = values.get(nameOf(walletId, coin)) ?? 0n
    const whole = values.get(nameOf(null, coin)) ?? 0n
    values.set(nameOf(walletId, coin), own + value)
    values.set(nameOf(null, coin), whole + capped(own + value) - capped(own))
  }
  return {
    isRush: ({ coin, units: leaving, value }) => {
      const flow = {
        hourValue: (values.get(nameOf(null, null)) ?? 0n) + (value ?? 0n),
        coin: {
          hourUnits: (units.get(coin) ?? 0n) + leaving,
          hourValue: (values.get(nameOf(null, coin)) ?? 0n) + (value ?? 0n),
          weekInflow: inflows.get(coin) ?? 0n,
        },
      }
      return isAboveBounds(flow, bounds)
    },
    add: ({ walletId, coin, units: gone, value }) => {
      grow(walletId, null, value ?? 0n)
      grow(walletId, coin, value ?? 0n)
      units.set(coin, (units.get(coin) ?? 0n) + gone)
    },
  }
}
