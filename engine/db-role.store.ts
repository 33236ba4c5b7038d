import type { Sql, Tx } from '#kit/store/db.ts'

/** The role that reads and writes rows but owns no table or function. */
export const productRole = 'glasshouse'

/** Switches to the role if it exists and the login may use it. An unmigrated database has none. */
export const takeRoleSql = `SELECT set_config('role', rolname, false) FROM pg_roles
  WHERE rolname = '${productRole}' AND pg_has_role(session_user, oid, 'SET')`

/** Switches roles until the transaction ends. Only the command line uses it. @throws if the login lacks the role */
export async function speakAsOperators(tx: Tx): Promise<void> {
  const [row] = await tx.query<{ may: boolean }>(
    "SELECT pg_has_role(session_user, 'glasshouse_operators', 'SET') AS may",
  )
  if (row?.may !== true)
    throw new Error(
      'What operators say is written by somebody DATABASE_URL does not name: say DATABASE_OWNER_URL where you type a verb.',
    )
  await tx.query('SET LOCAL ROLE glasshouse_operators')
}

/** If true, the login could change the ledger or approvals. */
export async function mayChangeTables(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ may: boolean }>(
    `SELECT pg_has_role(session_user, 'glasshouse_ledger', 'SET') OR pg_has_role(session_user, 'glasshouse_operators', 'SET') AS may`,
  )
  return row?.may === true
}

/** Whether the login may create temporary tables. They shadow ours of the same name, even inside triggers. A dump omits this permission. */
export async function mayMakeStandIns(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ may: boolean }>(
    "SELECT has_database_privilege(session_user, current_database(), 'TEMPORARY') AS may",
  )
  return row?.may === true
}

/** Sessions of this login that wait for a lock. */
export async function lockWaits(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    "SELECT count(*)::float8 AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
  )
  return row?.count ?? 0
}

export async function isArchiveFailing(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ failing: boolean | null }>(
    `SELECT last_failed_time > coalesce(last_archived_time, '-infinity') AS failing FROM pg_stat_archiver`,
  )
  return row?.failing ?? false
}
