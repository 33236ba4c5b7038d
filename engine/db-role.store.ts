import type { Sql, Tx } from '#kit/db.ts'

/** What the product works as: it reads and writes rows, and owns no table and no function (kit/schema/0-roles.sql). */
export const productRole = 'glasshouse'

/**
 * Makes a connection work as the product, where the database knows the role and whoever signed in may take it. A database that is not
 * migrated yet does not know it.
 */
export const takeRoleSql = `SELECT set_config('role', rolname, false) FROM pg_roles
  WHERE rolname = '${productRole}' AND pg_has_role(session_user, oid, 'SET')`

/**
 * For the rest of a transaction: as the operators, who alone write what operators say. Only the command line asks for it.
 * @throws where whoever signed in may not
 */
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

/** Whether whoever signed in to a server may take the owner's role or the operators', and with it change the books, or give their word. */
export async function mayChangeTables(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ may: boolean }>(
    `SELECT pg_has_role(session_user, 'glasshouse_ledger', 'SET') OR pg_has_role(session_user, 'glasshouse_operators', 'SET') AS may`,
  )
  return row?.may === true
}

/**
 * Whether whoever signed in may make tables of a session's own. Such a table is found before ours of the same name, also by the rules that
 * guard ours; and a dump of a database does not say who may.
 */
export async function mayMakeStandIns(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ may: boolean }>(
    "SELECT has_database_privilege(session_user, current_database(), 'TEMPORARY') AS may",
  )
  return row?.may === true
}
