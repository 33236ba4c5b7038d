import { createHash } from 'node:crypto'
import type { Sql, Tx } from '#kit/db.ts'
import { randomText } from '#kit/random.ts'
import { isSignedBy } from '#kit/signed-text.ts'

/** An operation of an operator: the command, its arguments, and its changes. It is kept for good, so it holds no secrets. */
export type Operation = {
  readonly verb: string
  readonly args: Readonly<Record<string, unknown>>
  readonly changed: Readonly<Record<string, unknown>>
  readonly at: Date
  /** The proposal that it makes or carries out. */
  readonly proposal?: bigint | null
  /** Whether everybody may read its changes. If not, only a digest is published. */
  readonly isPublic?: boolean
  /** What everybody may read of changes that are not public, because they name a wallet. It has a digest of its own, and names nobody. */
  readonly told?: Readonly<Record<string, unknown>> | null
}

/** The operator who did it, and their key. */
export type LogSigner = { readonly operator: string; readonly publicKey: string; sign(text: string): string }

export type LoggedOperation = Operation & {
  readonly id: bigint
  readonly operator: string
  readonly publicKey: string
  readonly signature: string
  /** A random text in the digests of arguments and changes, so that nobody can guess these. */
  readonly salt: string
  readonly previous: string
  readonly hash: string
}

/** Before the first operation. */
const beginning = '0'.repeat(64)
const saltBytes = 16
const columns =
  'id, at, verb, args, changed, operator, public_key AS "publicKey", signature, proposal, is_public AS "isPublic", told, salt, previous, hash'

/**
 * Adds an operation to the log. Each line carries the hash of the line before, so a removed or changed line shows. It also carries the
 * signature of its operator, so nobody else can write a line in their name.
 * @returns its hash.
 */
export async function logOperation(tx: Tx, operation: Operation, signer: LogSigner): Promise<string> {
  // One at a time: the next must see this one.
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

/** A line by its number. */
export async function findOperation(sql: Sql, id: bigint): Promise<LoggedOperation | undefined> {
  const [row] = await sql.query<LoggedOperation>(`SELECT ${columns} FROM operator_log WHERE id = $1`, [id])
  return row
}

/** The latest operations, the newest first. With `before`, only operations before that one. */
export const operations = (sql: Sql, limit: number, before?: bigint): Promise<LoggedOperation[]> =>
  sql.query<LoggedOperation>(
    `SELECT ${columns} FROM operator_log WHERE id < coalesce($2::bigint, 9223372036854775807) ORDER BY id DESC LIMIT $1`,
    [limit, before],
  )

/** The last line: its hash stands for the whole log. */
export async function logHead(sql: Sql): Promise<{ readonly id: bigint; readonly hash: string } | undefined> {
  const [last] = await sql.query<{ id: bigint; hash: string }>(
    'SELECT id, hash FROM operator_log ORDER BY id DESC LIMIT 1',
  )
  return last
}

/** Reads the whole log. @returns the number of the first operation that is not as it was written and signed, or undefined. */
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

const isAsWritten = (row: LoggedOperation): boolean => {
  const text = textOf(row)
  return row.hash === sha256(text) && isSignedBy(text, row.signature, row.publicKey)
}

type Line = Omit<LoggedOperation, 'hash' | 'signature'>

/**
 * The text that is hashed and signed. It has digests of arguments and changes, so the line can be shown without them. A line with a part
 * for everybody has the digest of this part too; lines without one are signed as they were before there were such parts.
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

/** SHA-256 of what everybody may read. The line's salt is not in it: whoever knew the salt could find the wallet by trying. */
const toldDigestOf = (told: unknown): string => sha256(['told', sortedJson(told)].join('\n'))

/** SHA-256 of the arguments, and of the changes: the line's salt, then JSON with sorted names. */
export function digestsOf({ args, changed, salt }: Pick<LoggedOperation, 'args' | 'changed' | 'salt'>) {
  const digest = (name: string, value: unknown) => sha256([salt, name, sortedJson(value)].join('\n'))
  return { argsDigest: digest('args', args), changedDigest: digest('changed', changed) }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** JSON with sorted names, because the database does not keep their order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString()
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** How many operations are written down. */
export async function countOperations(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ count: bigint }>('SELECT count(*) AS count FROM operator_log')
  return row?.count ?? 0n
}
