import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import { available, company, issued } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { weekOf } from './fee-shares.ts'
import { loadDue } from './reward-blocks.store.ts'
import type { Budget, DueEntry, OpenUpgrade, RewardPart } from './rewards.ts'

export async function postDue(
  tx: Tx,
  { day, part, after, limit }: { day: Day; part: RewardPart; after: string; limit: number },
): Promise<{ last: string; done: number; finished: boolean }> {
  const entries = await loadDue(tx, { day, part, after: Number(after), limit })
  const serials = entries.flatMap(({ item, rewards }) => [
    ownerOf(part, item),
    ...rewards.map(({ recipient }) => recipient),
  ])
  const where = { day, week: weekOf(day), at: startOf(addDays(day, 1)), ids: await walletIdsOf(tx, serials) }
  await postMany(
    tx,
    entries.map((entry) => entryOf(entry, where)),
  )
  if (part === 'upgrade') await markUpgrades(tx, entries)
  return { last: `${entries.at(-1)?.item ?? after}`, done: entries.length, finished: entries.length < limit }
}

const ownerOf = (part: RewardPart, item: number): number => (part === 'upgrade' ? Math.floor(item / 10) : item)

async function walletIdsOf(sql: Sql, serials: readonly number[]): Promise<(serial: number) => WalletId> {
  const rows = await sql.query<{ serial: number; id: WalletId }>(
    'SELECT serial::int4 AS serial, id FROM holder WHERE serial = ANY ($1::int8[])',
    [[...new Set(serials)]],
  )
  const ids = new Map(rows.map(({ serial, id }) => [serial, id]))
  return (serial) => {
    const id = ids.get(serial)
    expect(id, `wallet ${serial} that is rewarded exists`)
    return id
  }
}

type Where = { readonly day: Day; readonly week: Day; readonly at: Date; readonly ids: (serial: number) => WalletId }

/** The entry's `ref` identifies the source: granted POWER, a wallet's daily fees or the week's fees. */
function entryOf({ part, item, rewards }: DueEntry, { day, week, at, ids }: Where): Entry {
  const owner = ownerOf(part, item)
  const star = item % 10
  const from = part === 'power' ? issued : company('referral')
  const last = part === 'upgrade' ? `${ids(owner)}:${star}` : ids(owner)
  return {
    key: `settle:rewards:${day}:${part}:${last}`,
    at,
    ref: refOf(part, owner, star, { day, week }),
    postings: rewards.map(({ recipient, asset, code, units }) => ({
      from,
      to: available(ids(recipient)),
      asset,
      code,
      units,
    })),
  }
}

function refOf(part: RewardPart, owner: number, star: number, { day, week }: Pick<Where, 'day' | 'week'>): string {
  switch (part) {
    case 'power':
      return `power:${day}`
    case 'fees':
      return `fees:${day}:${owner}`
    case 'platform':
      return `platform:${week}`
    case 'upgrade':
      return `upgrade:${week}:${star}`
  }
}

async function markUpgrades(tx: Tx, entries: readonly DueEntry[]): Promise<void> {
  await tx.query(
    `UPDATE star_upgrade u SET paid_units = u.paid_units + paid.units
     FROM unnest($1::int8[], $2::int8[]) AS paid (item, units) JOIN holder w ON w.serial = paid.item / 10
     WHERE u.wallet_id = w.id AND u.star = paid.item % 10`,
    [entries.map(({ item }) => item), entries.map(({ rewards }) => rewards[0]?.units)],
  )
}

export async function keepBudget(tx: Tx, day: Day, { asset, budget, due, given }: Budget): Promise<void> {
  await tx.query(
    'INSERT INTO reward_day (day, asset, budget_units, due_units, given_units) VALUES ($1, $2, $3, $4, $5)',
    [day, assetNumber(asset), budget, due, given],
  )
}

export const loadOpenUpgrades = (sql: Sql): Promise<OpenUpgrade[]> =>
  sql.query<OpenUpgrade>(
    `SELECT w.serial::int4 AS serial, u.star, u.since::text AS since, u.sum_units - u.paid_units AS left
     FROM star_upgrade u JOIN holder w ON w.id = u.wallet_id WHERE u.paid_units < u.sum_units ORDER BY 1, 2`,
  )

export const loadUpgrades = (sql: Sql, walletId: WalletId): Promise<{ star: number; sum: bigint; paid: bigint }[]> =>
  sql.query('SELECT star, sum_units AS sum, paid_units AS paid FROM star_upgrade WHERE wallet_id = $1 ORDER BY star', [
    walletId,
  ])

export async function loadBudgetDays(sql: Sql): Promise<{ asset: Asset; day: Day; due: bigint; given: bigint }[]> {
  const rows = await sql.query<{ asset: number; day: Day; due: bigint; given: bigint }>(
    `SELECT DISTINCT ON (asset) asset, day::text AS day, due_units AS due, given_units AS given
     FROM reward_day ORDER BY asset, reward_day.day DESC`,
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
}
