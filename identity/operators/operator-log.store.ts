import { createHash } from 'node:crypto'
import { speakAsOperators } from '#engine/db-role.store.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { randomText } from '#kit/text/random.ts'

/** A permanent log entry. It must contain no secrets. */
export type Operation = {
  readonly verb: string
  readonly args: Readonly<Record<string, unknown>>
  readonly changed: Readonly<Record<string, unknown>>
  readonly at: Date
  readonly proposal?: bigint | null
  /** If false, only a digest is published. */
  readonly isPublic?: boolean
  /** Public part without the wallet. It has a separate digest. */
  readonly told?: Readonly<Record<string, unknown>> | null
}

export type LogSigner = { readonly operator: string; readonly publicKey: string; sign(text: string): string }

export type LoggedOperation = Operation & {
  readonly id: bigint
  readonly operator: string
  readonly publicKey: string
  readonly signature: string
  /** Prevents guessing the values behind the digests. */
  readonly salt: string
  readonly previous: string
  readonly hash: string
}

const beginning = '0'.repeat(64)
const saltBytes = 16
const columns =
  'id, at, verb, args, changed, operator, public_key AS "publicKey", signature, proposal, is_public AS "isPublic", told, salt, previous, hash'

/** Each entry contains the previous hash, which reveals changes and gaps, and its operator's signature. @returns its hash. */
export async function logOperation(tx: Tx, operation: Operation, signer: LogSigner): Promise<string> {
  await speakAsOperators(tx)
  // Serializes writers, as each entry needs the last hash.
  await tx.query('LOCK TABLE operator_log IN EXCLUSIVE MODE')
  const last = await logHead(tx)
  const { operator, publicKey } = signer
  const { verb, args, changed, at, proposal = null, isPublic = false, told = null } = operation
  const salt = randomText(saltBytes)
  const of = { operator, publicKey, proposal, isPublic, told, salt }
  const line = { id: (last?.id ?? 0n) + 1n, verb, args, changed, at, ...of }
  const text = textOf({ ...line, previous: last?.hash ?? beginning })
  const hash = sha256(text)
  await tx.query(
    `INSERT INTO operator_log (id, at, verb, args, changed, operator, public_key, signature, proposal, is_public, told, salt, previous, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      line.id,
      at,
      verb,
      sortedJson(args),
      sortedJson(changed),
      operator,
      publicKey,
      signer.sign(text),
      proposal,
      isPublic,
      told && sortedJson(told),
      salt,
      last?.hash ?? beginning,
      hash,
    ],
  )
  return hash
}

export async function findOperation(sql: Sql, id: bigint): Promise<LoggedOperation | undefined> {
  const [row] = await sql.query<LoggedOperation>(`SELECT ${columns} FROM operator_log WHERE id = $1`, [id])
  return row
}

export const operations = (sql: Sql, limit: number, before?: bigint): Promise<LoggedOperation[]> =>
  sql.query<LoggedOperation>(
    `SELECT ${columns} FROM operator_log WHERE id < coalesce($2::bigint, 9223372036854775807) ORDER BY id DESC LIMIT $1`,
    [limit, before],
  )

export async function lastOperation(sql: Sql, verb: string): Promise<LoggedOperation | undefined> {
  const [row] = await sql.query<LoggedOperation>(
    `SELECT ${columns} FROM operator_log WHERE verb = $1 ORDER BY id DESC LIMIT 1`,
    [verb],
  )
  return row
}

export async function logHead(sql: Sql): Promise<{ readonly id: bigint; readonly hash: string } | undefined> {
  const [last] = await sql.query<{ id: bigint; hash: string }>(
    'SELECT id, hash FROM operator_log ORDER BY id DESC LIMIT 1',
  )
  return last
}

/** @returns the number of the first entry with a wrong hash or signature, or undefined. */
export async function firstBrokenOperation(sql: Sql): Promise<bigint | undefined> {
  const pageSize = 1000
  let expected = 1n
  let previous = beginning
  for (;;) {
    const page = await sql.query<LoggedOperation>(
      `SELECT ${columns} FROM operator_log WHERE id >= $1 ORDER BY id LIMIT $2`,
      [expected, pageSize],
    )
    for (const row of page) {
      if (row.id !== expected || row.previous !== previous || !isAsWritten(row)) return expected
      previous = row.hash
      expected += 1n
    }
    if (page.length < pageSize) return undefined
  }
}

export const isNext = (
  { id, previous }: Pick<LoggedOperation, 'id' | 'previous'>,
  before: Pick<LoggedOperation, 'id' | 'hash'> | undefined,
): boolean => id === (before?.id ?? 0n) + 1n && previous === (before?.hash ?? beginning)

/** First argument of each entry with this verb. */
export const loggedNames = async (sql: Sql, verb: string): Promise<string[]> =>
  (
    await sql.query<{ name: string }>(
      "SELECT args #>> '{args,0}' AS name FROM operator_log WHERE verb = $1 AND args #>> '{args,0}' IS NOT NULL",
      [verb],
    )
  ).map(({ name }) => name)

type Wanted = {
  readonly after: bigint
  readonly limit: number
  readonly verb?: string
  readonly isAlone?: boolean
}

export const linesAfter = (sql: Sql, { after, limit, verb, isAlone = false }: Wanted): Promise<LoggedOperation[]> =>
  sql.query<LoggedOperation>(
    `SELECT ${columns} FROM operator_log WHERE id > $1 AND verb = coalesce($3, verb) AND (proposal IS NULL OR NOT $4) ORDER BY id LIMIT $2`,
    [after, limit, verb ?? null, isAlone],
  )

export const isAsWritten = (row: LoggedOperation): boolean => {
  const text = textOf(row)
  return row.hash === sha256(text) && isSignedBy(text, row.signature, row.publicKey)
}

type Line = Omit<LoggedOperation, 'hash' | 'signature'>

/**
 * The hashed and signed text. Contains digests, so an entry can be published without its values. Entries without a public part keep the
 * older format.
 */
export function textOf({
  id,
  at,
  verb,
  operator,
  publicKey,
  proposal,
  isPublic,
  told,
  previous,
  ...typed
}: Line): string {
  const { argsDigest, changedDigest } = digestsOf(typed)
  const of = [id, at.toISOString(), verb, operator, publicKey, proposal ?? '-']
  const digests = [argsDigest, changedDigest]
  return told
    ? ['glasshouse-log-v4', ...of, 'part', ...digests, toldDigestOf(told), previous].join('\n')
    : ['glasshouse-log-v3', ...of, isPublic ? 'public' : 'digest', ...digests, previous].join('\n')
}

/** Unsalted, because publishing the salt would let anyone guess the wallet. */
const toldDigestOf = (told: unknown): string => sha256(['told', sortedJson(told)].join('\n'))

export function digestsOf({ args, changed, salt }: Pick<LoggedOperation, 'args' | 'changed' | 'salt'>) {
  const digest = (name: string, value: unknown) => sha256([salt, name, sortedJson(value)].join('\n'))
  return { argsDigest: digest('args', args), changedDigest: digest('changed', changed) }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Sorts names, because the database does not keep their order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString()
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

export async function countOperations(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ count: bigint }>('SELECT count(*) AS count FROM operator_log')
  return row?.count ?? 0n
}
