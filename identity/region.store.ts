import { addMs, dayMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import { isOnIn, type RegionalFeature, regionStandsDays, regionTable } from './regions.ts'

/** Where a wallet's holder lives, as declared; null before the first declaration. */
export async function regionOf(sql: Sql, walletId: WalletId): Promise<string | null> {
  const [row] = await sql.query<{ region: string | null }>('SELECT region FROM wallet WHERE id = $1', [walletId])
  return row?.region ?? null
}

/** Whether a feature may be used by a wallet: undeclared, on, or off where its holder lives. */
export async function regionalState(
  sql: Sql,
  walletId: WalletId,
  feature: RegionalFeature,
): Promise<{ readonly region: string | null; readonly state: 'undeclared' | 'on' | 'off' }> {
  const region = await regionOf(sql, walletId)
  if (region === null) return { region, state: 'undeclared' }
  return { region, state: isOnIn(await readSetting(sql, regionTable), region, feature) ? 'on' : 'off' }
}

/** Guards the first and every later use of a feature that depends on where people live. @throws identity.region_needed, identity.region_off */
export async function expectRegion(sql: Sql, walletId: WalletId, feature: RegionalFeature): Promise<void> {
  const guard = await regionGuard(sql, [walletId], feature)
  guard(walletId)
}

/** The same for several wallets, in one question. */
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

/** Regions where a feature is on. */
export async function regionsWith(sql: Sql, feature: RegionalFeature): Promise<string[]> {
  const table = await readSetting(sql, regionTable)
  return Object.keys(table).filter((region) => isOnIn(table, region, feature))
}

/** Those of these wallets whose holder lives where a feature is off; where nobody said so it is unknown, and that is off. */
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

/**
 * Declares where a wallet's holder lives; the same again changes nothing. The caller has locked the wallet.
 * @throws identity.region_stands while the last declaration is young.
 */
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
