import { showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { readSetting } from '#kit/settings.store.ts'
import { lastResolved, openIncidentsOf, reportIncident } from '#outside/chains/incident.store.ts'
import { loadNetworks } from '#outside/chains/network.store.ts'
import { type CoinFlow, isRush, type Outflow, passedLimit } from './velocity.ts'
import { rushOf, velocityOf, withdrawalVelocity } from './withdrawal-settings.ts'

const weekMs = 7 * dayMs

/** One request at a time is added to the sums, so that two at once cannot pass a limit between them. */
const lockSums = async (tx: Tx): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('withdrawals.velocity'))`)
}

async function outflow(sql: Sql, now: Date): Promise<Outflow> {
  const released = await lastResolved(sql, 'velocity')
  const [row] = await sql.query<{ hour: string; day: string }>(
    `SELECT coalesce(sum(value_units) FILTER (WHERE requested_at > $1), 0)::text AS hour, coalesce(sum(value_units), 0)::text AS day
     FROM withdrawal WHERE requested_at > $2 AND requested_at > $3 AND state NOT IN ('cancelled', 'failed')`,
    [addMs(now, -hourMs), addMs(now, -dayMs), released ?? new Date(0)],
  )
  return { hourValue: BigInt(row?.hour ?? 0), dayValue: BigInt(row?.day ?? 0) }
}

/**
 * Stops all withdrawals when what was asked for, this one included, is more than the platform lets go in an hour or a day. What is asked
 * for is written down all the same. The caller has written its request.
 */
export async function stopWhenTooFast(tx: Tx, now: Date): Promise<void> {
  await lockSums(tx)
  const limits = velocityOf(await readSetting(tx, withdrawalVelocity))
  const flow = await outflow(tx, now)
  const passed = passedLimit(flow, limits)
  if (!passed) return
  for (const { chain } of await loadNetworks(tx)) {
    if ((await openIncidentsOf(tx, chain, 'velocity')).length > 0) continue
    const detail = { passed, hour: `${showUnits(flow.hourValue)} USDT`, day: `${showUnits(flow.dayValue)} USDT` }
    await reportIncident(tx, { chain, kind: 'velocity', halts: true, detail, at: now })
  }
}

/** Whether a coin leaves so fast, with this request, that the operator looks first. */
export async function isLeavingInRush(
  sql: Sql,
  asked: { readonly coin: Coin; readonly units: bigint; readonly value: bigint },
  now: Date,
): Promise<boolean> {
  const { coin, units, value } = asked
  const [row] = await sql.query<{ units: string; value: string; inflow: string }>(
    `SELECT coalesce(sum(units), 0)::text AS units, coalesce(sum(value_units), 0)::text AS value,
       (SELECT coalesce(sum(units), 0) FROM deposit WHERE coin = $1 AND credited_at > $3 AND state = 'credited' AND kind = 'wallet')::text
         AS inflow
     FROM withdrawal WHERE coin = $1 AND requested_at > $2 AND state NOT IN ('cancelled', 'failed')`,
    [coin, addMs(now, -hourMs), addMs(now, -weekMs)],
  )
  const flow: CoinFlow = {
    hourUnits: BigInt(row?.units ?? 0) + units,
    hourValue: BigInt(row?.value ?? 0) + value,
    weekInflow: BigInt(row?.inflow ?? 0),
  }
  const { percent, floorValue } = rushOf(await readSetting(sql, withdrawalVelocity))
  return isRush(flow, percent, floorValue)
}
