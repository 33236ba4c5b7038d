import { type Asset, assetNumber, assetOf } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { Account } from './chart.ts'
import { holderOf } from './check-entry.ts'
import type { Entry, Posting } from './entry.ts'
import { codeless } from './movement-rows.ts'

/** The one lane of one machine. */
export const lane = 0

/** How the database decided an entry. */
export type Decision =
  | { readonly verdict: 'posted' | 'replayed' | 'conflict' | 'overflow' }
  | { readonly verdict: 'insufficient'; readonly asset: Asset }

/** The numbers of accounts with one of their assets, by name. */
export type AccountIds = Map<string, bigint>

/** The holder is part of the name: who asks for an order's account under another holder is not answered from memory. */
const nameOf = (account: Account, asset: Asset) =>
  `${account.owner} ${account.purpose} ${asset} ${holderOf(account) ?? ''}`

/** An account is asked for in the name of a wallet it does not belong to. */
export class WrongHolder extends Error {}

/**
 * Finds the numbers of all accounts of these postings, and opens accounts that are missing.
 * @param cache what is known already; what is found is added.
 * @throws WrongHolder
 */
export async function openAccounts(sql: Sql, postings: readonly Posting[], cache: AccountIds): Promise<AccountIds> {
  const ids: AccountIds = new Map()
  const missing = new Map<string, { account: Account; asset: Asset }>()
  for (const { from, to, asset } of postings)
    for (const account of [from, to]) {
      const name = nameOf(account, asset)
      const id = cache.get(name)
      if (id === undefined) missing.set(name, { account, asset })
      else ids.set(name, id)
    }
  if (!missing.size) return ids

  const sides = [...missing.values()]
  const rows = await sql.query<{ account_id: bigint; account_holder: string | null }>(
    'SELECT account_id, account_holder FROM open_accounts($1, $2, $3, $4, $5)',
    [
      lane,
      sides.map(({ account }) => account.owner),
      sides.map(({ account }) => account.purpose),
      sides.map(({ asset }) => assetNumber(asset)),
      sides.map(({ account }) => holderOf(account) ?? null),
    ],
  )
  expect(rows.length === sides.length, 'every account asked for is answered')
  for (const [place, { account, asset }] of sides.entries()) {
    const row = rows[place]
    if (!row || row.account_holder !== (holderOf(account) ?? null))
      throw new WrongHolder(`this must hold: ${nameOf(account, asset)} belongs to ${row?.account_holder}`)
    ids.set(nameOf(account, asset), row.account_id)
    cache.set(nameOf(account, asset), row.account_id)
  }
  return ids
}

/** Sends entries, whose accounts are all known, as one statement. Each is decided for itself, in this order. */
export async function sendBatch(sql: Sql, entries: readonly Entry[], ids: AccountIds): Promise<Decision[]> {
  const [row] = await sql.query<{ verdicts: number[] }>(
    'SELECT post_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS verdicts',
    [lane, ...columnsOf(entries, ids)],
  )
  expect(row?.verdicts.length === entries.length, 'every entry of a batch gets its verdict')
  return row.verdicts.map(decisionOf)
}

/** The entries as columns: whole lists go to the database, not rows. */
function columnsOf(entries: readonly Entry[], ids: AccountIds): unknown[] {
  const postings = entries.flatMap((entry) => entry.postings)
  const idOf = (account: Account, asset: Asset) => {
    const id = ids.get(nameOf(account, asset))
    expect(id !== undefined, 'accounts are opened before they are used')
    return id
  }
  const debits = postings.map(({ from, asset }) => idOf(from, asset))
  const credits = postings.map(({ to, asset }) => idOf(to, asset))
  const accounts = [...new Set([...debits, ...credits])].sort((a, b) => (a < b ? -1 : 1))
  const places = new Map(accounts.map((id, place) => [id, place + 1]))
  return [
    accounts,
    entries.map((entry) => entry.key),
    entries.map((entry) => entry.postings.length),
    entries.map((entry) => entry.ref ?? null),
    entries.map((entry) => entry.at),
    debits.map((id) => places.get(id)),
    credits.map((id) => places.get(id)),
    postings.map((posting) => posting.units),
    postings.map((posting) => posting.code ?? codeless),
  ]
}

function decisionOf(verdict: number): Decision {
  if (verdict >= 10) return { verdict: 'insufficient', asset: assetOf(verdict - 10) }
  const name = (['posted', 'replayed', 'conflict', 'overflow'] as const)[verdict]
  expect(name, `the database answers with a verdict it has: ${verdict}`)
  return { verdict: name }
}
