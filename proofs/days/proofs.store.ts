import type { Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { keepFlows, type MadeFlows } from '../flows/flows.store.ts'
import { beginning, type Kind, kinds } from '../tree/format.ts'
import { blockOf, type OwnLeaves, type Tree } from '../tree/tree.server.ts'

const kindNames = Object.keys(kinds) as Kind[]
const ownersInRow = 256
/** Older leaves are rebuilt when an operator requests them. */
const daysKept = 7

export type DueDay = { readonly day: Day; readonly cut: bigint; readonly previous: string }

export async function nextProofDay(sql: Sql): Promise<DueDay | undefined> {
  const [row] = await sql.query<DueDay>(
    `SELECT s.day::text AS day, s.cut, coalesce((SELECT hash FROM proof_day ORDER BY day DESC LIMIT 1), $1) AS previous
     FROM day_span s WHERE s.day > coalesce((SELECT max(day) FROM proof_day), '-infinity') ORDER BY s.day LIMIT 1`,
    [beginning],
  )
  return row
}

export type MadeProof = {
  readonly day: Day
  readonly text: string
  readonly hash: string
  readonly seed: Uint8Array
  readonly tree: Tree
  readonly flows: MadeFlows
  readonly coins: number
}

/** Idempotent under concurrent calls. @returns whether the proof is new */
export async function keepProof(
  tx: Tx,
  { day, text, hash, seed, tree, flows, coins }: MadeProof,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO proof_day (day, text, hash, seed, block_tops, built_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING RETURNING day`,
    [day, text, hash, seed, tree.blockTops, at],
  )
  if (rows.length === 0) return false
  await keepFlows(tx, day, flows)
  for (let number = 0; ; number += 1) {
    const leaves = blockOf(tree.leaves, number, coins)
    if (leaves.length === 0) break
    await tx.query('INSERT INTO proof_block (day, number, leaves) VALUES ($1, $2, $3)', [day, number, leaves])
  }
  let row: OwnLeaves[] = []
  for (const own of tree.owners) {
    row.push(own)
    if (row.length === ownersInRow) {
      await keepOwners(tx, day, row)
      row = []
    }
  }
  await keepOwners(tx, day, row)
  await tx.query('DELETE FROM proof_block WHERE day <= $1::date - $2::int4', [day, daysKept])
  await tx.query('DELETE FROM proof_owners WHERE day <= $1::date - $2::int4', [day, daysKept])
  return true
}

async function keepOwners(tx: Tx, day: Day, row: readonly OwnLeaves[]): Promise<void> {
  const [head] = row
  if (!head) return
  const lines = row.map(
    ({ owner, first, kinds: of, places }) =>
      `${owner} ${first} ${of.map((kind) => kinds[kind]).join(',')} ${places.join(',')}`,
  )
  await tx.query('INSERT INTO proof_owners (day, first, lines) VALUES ($1, $2, $3)', [
    day,
    head.owner,
    lines.join('\n'),
  ])
}

function readLine(line: string): OwnLeaves {
  const [owner = '', first = '', of = '', places = ''] = line.split(' ')
  const numbers = (list: string) => list.split(',').map(Number)
  const names = numbers(of).map((number) => kindNames.find((kind) => kinds[kind] === number) as Kind)
  return { owner, first: Number(first), kinds: names, places: numbers(places) }
}

/** Undefined if nothing was owed or the leaves are no longer stored. */
export async function findOwnLeaves(sql: Sql, day: Day, owner: string): Promise<OwnLeaves | undefined> {
  const [row] = await sql.query<{ lines: string }>(
    'SELECT lines FROM proof_owners WHERE day = $1 AND first <= $2 ORDER BY first DESC LIMIT 1',
    [day, owner],
  )
  const line = row?.lines.split('\n').find((each) => each.startsWith(`${owner} `))
  return line === undefined ? undefined : readLine(line)
}

export async function loadBlocks(sql: Sql, day: Day, numbers: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await sql.query<{ number: number; leaves: Uint8Array }>(
    'SELECT number, leaves FROM proof_block WHERE day = $1 AND number = ANY ($2::int4[])',
    [day, [...new Set(numbers)]],
  )
  return new Map(rows.map(({ number, leaves }) => [number, Buffer.from(leaves)]))
}

export type KeptDay = {
  readonly day: Day
  readonly text: string
  readonly hash: string
  readonly seed: Uint8Array
  readonly blockTops: Uint8Array
  readonly cut: bigint
}
/** Oldest first. */
export const loadProofDays = (sql: Sql, from: Day, until: Day): Promise<KeptDay[]> =>
  sql.query<KeptDay>(
    `SELECT p.day::text AS day, p.text, p.hash, p.seed, p.block_tops AS "blockTops", s.cut FROM proof_day p JOIN day_span s ON s.day = p.day
     WHERE p.day BETWEEN $1 AND $2 ORDER BY p.day`,
    [from, until],
  )
