import { speakAsOperators } from '#engine/db-role.store.ts'
import { fail } from '#kit/failure.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { LogSigner } from './operator-log.store.ts'

export type Operator = {
  readonly name: string
  readonly publicKey: string
  readonly isDemo: boolean
  readonly addedAt: Date
  readonly endedAt: Date | null
}

const columns = 'name, public_key AS "publicKey", is_demo AS "isDemo", added_at AS "addedAt", ended_at AS "endedAt"'

export const operators = (sql: Sql): Promise<Operator[]> =>
  sql.query<Operator>(`SELECT ${columns} FROM operator ORDER BY added_at, name`)

export const signerOf = (name: string, secretKey: Uint8Array): LogSigner => ({
  operator: name,
  publicKey: publicTextOf(secretKey),
  sign: (text) => signWith(text, secretKey),
})

/** Locks the operator until the transaction ends. @throws ops.operator_unknown */
export async function expectOperator(tx: Tx, { operator, publicKey }: LogSigner, isDemo: boolean): Promise<void> {
  await speakAsOperators(tx)
  const rows = await tx.query(
    `SELECT name FROM operator WHERE name = $1 AND public_key = $2 AND ended_at IS NULL AND ($3 OR NOT is_demo) FOR SHARE`,
    [operator, publicKey, isDemo],
  )
  if (rows.length === 0) fail('ops.operator_unknown', { name: operator })
}

/** Includes former operators, but no demo keys. With fewer than two, setup is unfinished. */
export async function countNamed(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>('SELECT count(*) AS count FROM operator WHERE NOT is_demo')
  return Number(row?.count ?? 0n)
}

/** @returns whether name and key were new. */
export async function addOperator(
  tx: Tx,
  { name, publicKey, isDemo }: Pick<Operator, 'name' | 'publicKey' | 'isDemo'>,
  at: Date,
): Promise<boolean> {
  await speakAsOperators(tx)
  const rows = await tx.query(
    'INSERT INTO operator (name, public_key, is_demo, added_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING name',
    [name, publicKey, isDemo, at],
  )
  return rows.length > 0
}

/** At least two operators must remain to appoint others. @returns whether `name` was an operator. @throws ops.operators_few */
export async function endOperator(tx: Tx, name: string, at: Date): Promise<boolean> {
  await speakAsOperators(tx)
  await tx.query('LOCK TABLE operator IN SHARE ROW EXCLUSIVE MODE')
  const rows = await tx.query<{ isDemo: boolean }>(
    'UPDATE operator SET ended_at = $2 WHERE name = $1 AND ended_at IS NULL RETURNING is_demo AS "isDemo"',
    [name, at],
  )
  const left = (await operators(tx)).filter(({ endedAt, isDemo }) => !endedAt && isDemo === rows[0]?.isDemo)
  if (rows.length > 0 && left.length < 2) fail('ops.operators_few')
  return rows.length > 0
}

export async function firstStrangerInLog(sql: Sql): Promise<bigint | undefined> {
  const [row] = await sql.query<{ id: bigint }>(
    `SELECT l.id FROM operator_log l LEFT JOIN operator o ON o.name = l.operator
     WHERE o.public_key <> l.public_key OR l.at < o.added_at OR l.at > o.ended_at
     ORDER BY l.id LIMIT 1`,
  )
  return row?.id
}
