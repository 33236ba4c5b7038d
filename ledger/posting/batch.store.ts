import { int2List, int4List, int8List, momentList, textList } from '#engine/db-lists.server.ts'
import { sqlState } from '#engine/sql-state.server.ts'
import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { DbIdentity, Sql } from '#kit/store/db.ts'
import type { Account } from './chart.ts'
import { holderOf } from './check-entry.ts'
import { classNumber, classOf } from './classes.ts'
import type { Entry } from './entry.ts'
import { laneOf } from './lane.ts'
import { codeless } from './movement-rows.ts'

export type Decision =
  | { readonly verdict: 'posted' | 'replayed' | 'conflict' | 'overflow' }
  | { readonly verdict: 'insufficient'; readonly asset: Asset }

/** A failover may give an account's number to another account, so the database compares the fingerprint before it writes. */
export type Side = { readonly id: number; readonly fingerprint: bigint }
type Known = { readonly account: Account; readonly asset: Asset } & Side
/** Hot path: keyed by owner to avoid building key strings. */
type KnownAccounts = Map<string, Known[]>
const ownersMax = 200_000
/** Committed accounts per database, until a connection breaks. */
const remembered = new WeakMap<DbIdentity, KnownAccounts>()

function rememberedOf({ identity }: Sql): KnownAccounts {
  const accounts = remembered.get(identity) ?? new Map()
  remembered.set(identity, accounts)
  if (accounts.size > ownersMax) accounts.clear()
  return accounts
}

const lineOf = (account: Account): string | undefined => ('line' in account ? account.line : undefined)

function knownOf(accounts: KnownAccounts, account: Account, asset: Asset): Known | undefined {
  const own = accounts.get(account.owner)
  if (own)
    for (const known of own)
      if (
        known.asset === asset &&
        known.account.purpose === account.purpose &&
        holderOf(known.account) === holderOf(account) &&
        lineOf(known.account) === lineOf(account)
      )
        return known
  return undefined
}

function keep(accounts: KnownAccounts, known: Known) {
  const own = accounts.get(known.account.owner)
  if (!own) accounts.set(known.account.owner, [known])
  else if (knownOf(accounts, known.account, known.asset) === undefined) own.push(known)
}

/** Alternating from and to of each posting. */
export type Sides = readonly Side[]

const nameOf = (account: Account, asset: Asset) =>
  `${account.owner} ${account.purpose} ${asset} ${holderOf(account) ?? ''} ${lineOf(account) ?? ''}`

/** Thrown if the account belongs to another wallet or line. */
export class WrongHolder extends Error {}

type Named = { readonly account: Account; readonly asset: Asset }

/** Opens missing accounts. Caches only committed ones. @throws WrongHolder */
export async function openAccounts(sql: Sql, entries: readonly Entry[]): Promise<Sides> {
  const accounts = rememberedOf(sql)
  const sides: Side[] = []
  const missing = new Map<string, Named>()
  const gaps: [place: number, name: string][] = []
  const look = (account: Account, asset: Asset) => {
    const known = knownOf(accounts, account, asset)
    if (!known) {
      const name = nameOf(account, asset)
      missing.set(name, { account, asset })
      gaps.push([sides.length, name])
    }
    sides.push(known ?? nobody)
  }
  for (const { postings } of entries)
    for (const { from, to, asset } of postings) {
      look(from, asset)
      look(to, asset)
    }
  if (!missing.size) return sides
  const found = await findAccounts(sql, missing)
  for (const [place, name] of gaps) sides[place] = found.get(name) ?? nobody
  return sides
}

const nobody: Side = { id: 0, fingerprint: 0n }

type Found = {
  readonly ids: bigint[]
  readonly holders: (string | null)[]
  readonly classes: number[]
  readonly fingerprints: bigint[]
  readonly settled: boolean[]
}

async function findAccounts(sql: Sql, missing: ReadonlyMap<string, Named>): Promise<Map<string, Side>> {
  const asked = [...missing.values()]
  const [found] = await sql.query<Found>(
    'SELECT ids, holders, classes, fingerprints, settled FROM books.find_accounts($1, $2, $3, $4, $5, $6)',
    [
      laneOf(asked[0]?.account.owner ?? ''),
      asked.map(({ account }) => account.owner),
      asked.map(({ account }) => account.purpose),
      asked.map(({ asset }) => assetNumber(asset)),
      asked.map(({ account }) => holderOf(account) ?? null),
      asked.map(({ account }) => classNumber(classOf(account))),
    ],
    'find_accounts',
  )
  expect(found?.ids.length === asked.length, 'every account asked for is answered')
  const { ids, holders, classes, fingerprints, settled } = found
  const accounts = rememberedOf(sql)
  const answer = new Map<string, Side>()
  for (const [place, { account, asset }] of asked.entries()) {
    const name = nameOf(account, asset)
    if (holders[place] !== (holderOf(account) ?? null))
      throw new WrongHolder(`this must hold: ${name} belongs to ${holders[place]}`)
    if (classes[place] !== classNumber(classOf(account)))
      throw new WrongHolder(`this must hold: ${name} is an account of another line`)
    const known: Known = { account, asset, id: Number(ids[place]), fingerprint: fingerprints[place] as bigint }
    answer.set(name, known)
    if (settled[place] || !sql.inTransaction) keep(accounts, known)
  }
  return answer
}

/**
 * Decides entries of one lane separately, in order. @throws SQLSTATE 40001 if an id now belongs to a different account. All accounts of the
 * batch then leave the cache, and a retry looks them up again.
 */
export async function sendBatch(sql: Sql, entries: readonly Entry[], sides: Sides): Promise<Decision[]> {
  try {
    return await decide(sql, entries, sides)
  } catch (error) {
    if (sqlState(error) === '40001') remembered.delete(sql.identity)
    throw error
  }
}

type Decided = { readonly verdicts: readonly Decision['verdict'][] | null; readonly lacking: readonly number[] | null }

async function decide(sql: Sql, entries: readonly Entry[], sides: Sides): Promise<Decision[]> {
  const { columns, heads } = columnsOf(entries, sides)
  const [row] = await sql.query<Decided>(
    'SELECT verdicts, lacking FROM books.post_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    [laneOf(entries[0]?.key ?? ''), ...columns],
    'post_entries',
  )
  expect(row, 'a batch gets its verdicts')
  const { verdicts, lacking } = row
  if (!verdicts) return entries.map(() => ({ verdict: 'posted' }))
  expect(verdicts.length === heads.length, 'every posting of a batch gets its verdict')
  return [...verdicts.entries()]
    .filter(([place]) => heads[place] === place + 1)
    .map(([place, verdict]) =>
      verdict === 'insufficient' ? { verdict, asset: assetOf(lacking?.[place] ?? 0) } : { verdict },
    )
}

/** heads: for each posting, the 1-based position of its entry's first posting. */
function columnsOf(entries: readonly Entry[], sides: Sides): { columns: Buffer[]; heads: number[] } {
  const places = new Map<number, number>()
  for (const { id } of sides) places.set(id, 0)
  const accounts = Float64Array.from(places.keys()).sort()
  for (const [place, id] of accounts.entries()) places.set(id, place + 1)
  const fingerprints = new BigInt64Array(accounts.length)
  for (const { id, fingerprint } of sides) fingerprints[(places.get(id) as number) - 1] = fingerprint
  // Sums may overflow; the database treats them as a guess.
  const changes = new BigInt64Array(accounts.length)
  const keys: (string | undefined)[] = []
  const refs: (string | undefined)[] = []
  const heads: number[] = []
  const moments: number[] = []
  const debits: number[] = []
  const credits: number[] = []
  const codes: number[] = []
  const amounts: bigint[] = []
  let side = 0
  for (const { key, ref, at, postings } of entries) {
    const head = heads.length + 1
    const moment = at.getTime()
    for (const { units, code = codeless } of postings) {
      const debit = places.get((sides[side] as Side).id) as number
      const credit = places.get((sides[side + 1] as Side).id) as number
      side += 2
      changes[debit - 1] = (changes[debit - 1] as bigint) - units
      changes[credit - 1] = (changes[credit - 1] as bigint) + units
      keys.push(heads.length < head ? key : undefined)
      heads.push(head)
      refs.push(ref)
      moments.push(moment)
      debits.push(debit)
      credits.push(credit)
      amounts.push(units)
      codes.push(code)
    }
  }
  return {
    heads,
    columns: [
      int8List(accounts),
      textList(keys),
      int4List(heads),
      textList(refs),
      momentList(moments),
      int4List(debits),
      int4List(credits),
      int8List(amounts),
      int2List(codes),
      int8List(changes),
      int8List(fingerprints),
    ],
  }
}
