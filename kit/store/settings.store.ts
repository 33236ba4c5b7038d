import * as v from 'valibot'
import { fail } from '../failure.ts'
import { closedBefore, closesTooLong } from '../time/closing.ts'
import type { Db, DbIdentity, Sql, Tx } from './db.ts'
import type { Setting } from './settings.ts'

type Memory = {
  readonly version: bigint
  readonly kept: ReadonlyMap<string, unknown>
  readonly values: Map<Setting<never>, unknown>
  /** Last confirmation of the version, by `performance.now()`. */
  seenAtMs: number
}
const memories = new WeakMap<DbIdentity, Memory>()
const vouchedMs = 1_000

/**
 * Confirms that the cached settings have this version, which the caller read with its session, so the call needs no query for settings.
 * Reloads them otherwise.
 */
export async function knowSettings(db: Db, version: bigint): Promise<void> {
  const memory = memories.get(db.identity)
  if (memory?.version === version) memory.seenAtMs = performance.now()
  else {
    const seenAtMs = performance.now()
    const rows = await db.query<{ version: bigint; name: string | null; value: unknown }>(
      'SELECT settings_version() AS version, name, value FROM (SELECT 1) one LEFT JOIN setting ON true',
    )
    const kept = new Map(rows.flatMap(({ name, value }) => (name === null ? [] : [[name, value] as const])))
    memories.set(db.identity, { version: rows[0]?.version ?? version, kept, values: new Map(), seenAtMs })
  }
}

function remembered<Value>(sql: Sql, setting: Setting<Value>): Value | undefined {
  const memory = memories.get(sql.identity)
  if (!memory || performance.now() - memory.seenAtMs > vouchedMs) return undefined
  const known = memory.values.get(setting as Setting<never>)
  if (known !== undefined) return known as Value
  const value = memory.kept.has(setting.name) ? readValue(setting, memory.kept.get(setting.name)) : setting.initial
  memory.values.set(setting as Setting<never>, value)
  return value
}

function readValue<Value>(setting: Setting<Value>, kept: unknown): Value {
  if (setting.narrowsWithdrawing && !v.is(setting.schema, kept)) return setting.initial
  return v.parse(setting.schema, kept)
}

/**
 * The last set value, or the initial one. An invalid value of a setting that could block withdrawals is ignored. @throws when any other
 * stored value no longer fits the schema.
 */
export async function readSetting<Value>(sql: Sql, setting: Setting<Value>): Promise<Value> {
  const known = remembered(sql, setting)
  if (known !== undefined) return known
  const [row] = await sql.query<{ value: unknown }>('SELECT value FROM setting WHERE name = $1', [setting.name])
  return row ? readValue(setting, row.value) : setting.initial
}

const historyMax = 1000

/** Limits how long withdrawals are closed, including earlier closings. @throws ops.closed_too_long */
async function refuseLongClosing<Value>(tx: Tx, setting: Setting<Value>, value: Value, at: Date): Promise<void> {
  const next = setting.closings?.(value, at) ?? {}
  if (Object.keys(next).length === 0) return
  const changes = (await settingChanges(tx, historyMax, { names: [setting.name] })).toReversed().map((change) => {
    const kept = v.safeParse(setting.schema, change.value)
    return { at: change.at, closings: kept.success ? (setting.closings?.(kept.output, change.at) ?? {}) : {} }
  })
  for (const [name, closing] of Object.entries(next)) {
    const before = changes.map((change) => ({ at: change.at, closing: change.closings[name] }))
    if (closesTooLong(closedBefore(before, at), closing)) fail('ops.closed_too_long')
  }
}

/** @param change.reason shown publicly. @throws a valibot error when the value does not fit, ops.closed_too_long */
export async function changeSetting<Value>(
  tx: Tx,
  setting: Setting<Value>,
  change: { readonly value: unknown; readonly reason: string; readonly at: Date },
): Promise<Value> {
  const value = v.parse(setting.schema, change.value)
  await refuseLongClosing(tx, setting, value, change.at)
  memories.delete(tx.identity)
  const text = JSON.stringify(value)
  const [row] = await tx.query<{ value: unknown }>('SELECT value FROM setting WHERE name = $1 FOR UPDATE', [
    setting.name,
  ])
  const previous = JSON.stringify(row ? row.value : setting.initial)
  await tx.query('INSERT INTO setting_change (name, previous, value, reason, changed_at) VALUES ($1, $2, $3, $4, $5)', [
    setting.name,
    previous,
    text,
    change.reason,
    change.at,
  ])
  await tx.query(
    'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [setting.name, text],
  )
  return value
}

export type SettingChange = {
  readonly id: bigint
  readonly name: string
  readonly previous: unknown
  readonly value: unknown
  readonly reason: string
  readonly at: Date
}

export async function settingChanges(
  sql: Sql,
  limit: number,
  { names, before }: { readonly names?: readonly string[]; readonly before?: bigint | undefined } = {},
): Promise<SettingChange[]> {
  return sql.query<SettingChange>(
    `SELECT id, name, previous, value, reason, changed_at AS at FROM setting_change
      WHERE ($1::text[] IS NULL OR name = ANY ($1)) AND id < coalesce($2::bigint, 9223372036854775807) ORDER BY id DESC LIMIT $3`,
    [names, before, limit],
  )
}

export async function valuesBetween<Value>(
  sql: Sql,
  setting: Setting<Value>,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<Value[]> {
  const rows = await sql.query<{ previous: unknown; at: Date }>(
    'SELECT previous, changed_at AS at FROM setting_change WHERE name = $1 AND changed_at > $2 ORDER BY id DESC',
    [setting.name, since],
  )
  const all = [await readSetting(sql, setting), ...rows.map(({ previous }) => readValue(setting, previous))]
  return all.filter((_, place) => (rows[place]?.at ?? since) <= until)
}

/** Names of settings that differ from their last recorded change, as after a direct write. */
export async function undoneSettings(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT c.name FROM (SELECT DISTINCT ON (name) name, value FROM setting_change ORDER BY name, id DESC) c
     LEFT JOIN setting s ON s.name = c.name WHERE s.value IS DISTINCT FROM c.value ORDER BY c.name`,
  )
  return rows.map(({ name }) => name)
}
