import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { isOnIn, type RegionalFeature, regionStandsDays, regionTable } from './regions.ts'

export async function regionOf(sql: Sql, walletId: WalletId): Promise<string | null> {
  const [row] = await sql.query<{ region: string | null }>('SELECT region FROM wallet WHERE id = $1', [walletId])
  return row?.region ?? null
}

export async function regionalState(
  sql: Sql,
  walletId: WalletId,
  feature: RegionalFeature,
): Promise<{ readonly region: string | null; readonly state: 'undeclared' | 'on' | 'off' }> {
  const region = await regionOf(sql, walletId)
  if (region === null) return { region, state: 'undeclared' }
  return { region, state: isOnIn(await readSetting(sql, regionTable), region, feature) ? 'on' : 'off' }
}

/** Call before every use of a regional feature. @throws identity.region_needed, identity.region_off */
export async function expectRegion(sql: Sql, walletId: WalletId, feature: RegionalFeature): Promise<void> {
  const guard = await regionGuard(sql, [walletId], feature)
  guard(walletId)
}

export async function regionGuard(
  sql: Sql,
  wallets: readonly WalletId[],
  feature: RegionalFeature,
): Promise<(walletId: WalletId) => void> {
  const rows = await sql.query<{ id: WalletId; region: string | null }>(
    'SELECT id, region FROM wallet WHERE id = ANY ($1::text[])',
    [wallets],
  )
  const regions = new Map(rows.map(({ id, region }) => [id, region]))
  const table = await readSetting(sql, regionTable)
  return (walletId) => {
    const region = regions.get(walletId) ?? fail('identity.region_needed')
    if (!isOnIn(table, region, feature)) fail('identity.region_off', { region })
  }
}

export async function regionsWith(sql: Sql, feature: RegionalFeature): Promise<string[]> {
  const table = await readSetting(sql, regionTable)
  return Object.keys(table).filter((region) => isOnIn(table, region, feature))
}

/** Wallets in regions without the feature. An undeclared region counts as off. */
export async function withoutFeature(
  sql: Sql,
  wallets: readonly WalletId[],
  feature: RegionalFeature,
): Promise<ReadonlySet<WalletId>> {
  const rows = await sql.query<{ id: WalletId }>(
    'SELECT id FROM wallet WHERE id = ANY ($1::text[]) AND (region = ANY ($2::text[])) IS NOT TRUE',
    [wallets, await regionsWith(sql, feature)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The caller holds the wallet lock. @throws identity.region_stands if the last declaration is too recent. */
export async function declareRegion(tx: Tx, walletId: WalletId, region: string, at: Date): Promise<void> {
  const [last] = await tx.query<{ region: string; declaredAt: Date }>(
    'SELECT region, declared_at AS "declaredAt" FROM wallet_region WHERE wallet_id = $1 ORDER BY id DESC LIMIT 1',
    [walletId],
  )
  if (last?.region === region) return
  const until = last && addMs(last.declaredAt, regionStandsDays * dayMs)
  if (until && at < until) fail('identity.region_stands', { until: until.toISOString() })
  await tx.query('INSERT INTO wallet_region (wallet_id, region, declared_at) VALUES ($1, $2, $3)', [
    walletId,
    region,
    at,
  ])
  await tx.query('UPDATE wallet SET region = $2 WHERE id = $1', [walletId, region])
}
