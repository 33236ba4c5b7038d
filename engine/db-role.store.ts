import type { Sql } from '#kit/db.ts'

/** What the product works as: it reads and writes rows, and owns no table and no function (kit/schema/0-roles.sql). */
export const productRole = 'glasshouse'

/**
 * Makes a connection work as the product, where the database knows the role and whoever signed in may take it. A database that is not
 * migrated yet does not know it.
 */
export const takeRoleSql = `SELECT set_config('role', rolname, false) FROM pg_roles
  WHERE rolname = '${productRole}' AND pg_has_role(session_user, oid, 'SET')`

/** The same for the embedded engine, whose clients share one session. */
export async function takeRole(sql: Sql): Promise<void> {
  await sql.query(takeRoleSql)
}

/** Whether whoever signed in to a server may take the owner's role, and with it change the books past their functions. */
export async function mayChangeTables(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ may: boolean }>("SELECT pg_has_role(session_user, 'glasshouse_ledger', 'SET') AS may")
  return row?.may === true
}
