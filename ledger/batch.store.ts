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

/** The number an account with one of its assets has, once it is known. */
export type AccountIds = Map<string, bigint>
const nameOf = (account: Account, asset: Asset) => `${account.owner} ${account.purpose} ${asset}`

const sidesOf = ({ from, to, asset }: Posting) => [
  { account: from, asset, name: nameOf(from, asset) },
  { account: to, asset, name: nameOf(to, asset) },
]

/**
 * Finds the numbers of all accounts of these postings, and opens accounts that are missing.
 * @param ids what is known already; what is found is added.
 * @throws when an account was opened for another holder.
 */
export async function openAccounts(sql: Sql, postings: readonly Posting[], ids: AccountIds): Promise<void> {
  const missing = new Map(
    postings
      .flatMap(sidesOf)
      .filter(({ name }) => !ids.has(name))
      .map((side) => [side.name, side]),
  )
  if (!missing.size) return
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
  sides.forEach(({ account, name }, place) => {
    const row = rows[place]
    expect(row?.account_holder === (holderOf(account) ?? null), `${name} belongs to ${row?.account_holder}`)
    ids.set(name, row.account_id)
  })
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
