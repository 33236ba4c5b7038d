import type { Sql } from '#kit/store/db.ts'

/**
 * Takes free and expired leases and renews the worker's own. Uses the database clock, so machines need no synchronized time. @returns the
 * worker's leases @param moment replaces the clock in tests
 */
export async function takeLeases(
  sql: Sql,
  owner: string,
  names: readonly string[],
  heldMs: number,
  moment?: Date,
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ name: string }>(
    `INSERT INTO worker_lease AS l (name, owner, held_until)
     SELECT wanted.name, $1, coalesce($4, clock_timestamp()) + $3 * interval '1 millisecond' FROM unnest($2::text[]) AS wanted (name)
     ORDER BY wanted.name
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, held_until = excluded.held_until
       WHERE l.owner = excluded.owner OR l.held_until < coalesce($4, clock_timestamp())
     RETURNING name`,
    [owner, names, heldMs, moment ?? null],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Lets another worker start immediately. */
export const releaseLeases = async (sql: Sql, owner: string): Promise<void> => {
  await sql.query('DELETE FROM worker_lease WHERE owner = $1', [owner])
}

export const leaseOwners = async (sql: Sql): Promise<readonly string[]> =>
  (await sql.query<{ owner: string }>('SELECT DISTINCT owner FROM worker_lease')).map(({ owner }) => owner)
