import { type Asset, assetNumber, assetOf } from '#kit/assets.ts'
import { addDays, type Day, startOf } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, house, issued } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'
import { postMany } from '#ledger/ledger.store.ts'
import { weekOf } from './fee-shares.ts'
import type { Budget, DueEntry, OpenUpgrade, RewardPart } from './rewards.ts'

/** Entries written at a time. */
const slice = 5_000
const list = (values: readonly (number | bigint)[]) => `{${values.join(',')}}`

/** Keeps entries until they are posted. Those of days before are done and go. */
export async function keepDue(tx: Tx, day: Day, entries: readonly DueEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += slice) {
    const some = entries.slice(from, from + slice)
    await tx.query(
      `INSERT INTO reward_due (day, part, item, recipients, assets, codes, units)
       SELECT $1, part, item, recipients::int8[], assets::int2[], codes::int2[], units::int8[]
         FROM unnest($2::text[], $3::int8[], $4::text[], $5::text[], $6::text[], $7::text[])
         AS new (part, item, recipients, assets, codes, units)`,
      [
        day,
        some.map(({ part }) => part),
        some.map(({ item }) => item),
        some.map(({ rewards }) => list(rewards.map(({ recipient }) => recipient))),
        some.map(({ rewards }) => list(rewards.map(({ asset }) => assetNumber(asset)))),
        some.map(({ rewards }) => list(rewards.map(({ code }) => code))),
        some.map(({ rewards }) => list(rewards.map(({ units }) => units))),
      ],
    )
  }
}

export const forgetDue = (tx: Tx, before: Day): Promise<unknown> =>
  tx.query('DELETE FROM reward_due WHERE day < $1', [before])

type DueRow = {
  readonly item: bigint
  readonly recipients: readonly (bigint | string)[]
  readonly assets: readonly number[]
  readonly codes: readonly number[]
  readonly units: readonly (bigint | string)[]
}

/** Posts the next entries of a part, in order of item. @returns how many there were and the last item. */
export async function postDue(
  tx: Tx,
  { day, part, after, limit }: { day: Day; part: RewardPart; after: string; limit: number },
): Promise<{ last: string; done: number; finished: boolean }> {
  const rows = await tx.query<DueRow>(
    `SELECT item, recipients, assets, codes, units FROM reward_due WHERE day = $1 AND part = $2 AND item > $3
     ORDER BY item LIMIT $4`,
    [day, part, after || '0', limit],
  )
  const serials = rows.flatMap(({ item, recipients }) => [ownerOf(part, item), ...recipients.map(Number)])
  const ids = await walletIdsOf(tx, serials)
  await postMany(
    tx,
    rows.map((row) => entryOf(row, { day, part, ids })),
  )
  if (part === 'upgrade') await markUpgrades(tx, rows)
  return { last: `${rows.at(-1)?.item ?? after}`, done: rows.length, finished: rows.length < limit }
}

const ownerOf = (part: RewardPart, item: bigint): number =>
  part === 'upgrade' ? Math.floor(Number(item) / 10) : Number(item)

async function walletIdsOf(sql: Sql, serials: readonly number[]): Promise<(serial: number) => WalletId> {
  const rows = await sql.query<{ serial: number; id: WalletId }>(
    'SELECT serial::int4 AS serial, id FROM wallet WHERE serial = ANY ($1::int8[])',
    [[...new Set(serials)]],
  )
  const ids = new Map(rows.map(({ serial, id }) => [serial, id]))
  return (serial) => {
    const id = ids.get(serial)
    expect(id, `wallet ${serial} that is rewarded exists`)
    return id
  }
}

type Where = { readonly day: Day; readonly part: RewardPart; readonly ids: (serial: number) => WalletId }

/**
 * The entry of a row. Its `ref` leads to what paid for it: the POWER granted that day, the fees a wallet paid that day, or the fees of a
 * week.
 */
function entryOf(row: DueRow, { day, part, ids }: Where): Entry {
  const owner = ownerOf(part, row.item)
  const week = weekOf(day)
  const star = row.item % 10n
  const refs: Readonly<Record<RewardPart, string>> = {
    power: `power:${day}`,
    fees: `fees:${day}:${owner}`,
    platform: `platform:${week}`,
    upgrade: `upgrade:${week}:${star}`,
  }
  const from = part === 'power' ? issued : house('referral')
  const last = part === 'upgrade' ? `${ids(owner)}:${star}` : ids(owner)
  return {
    key: `settle:rewards:${day}:${part}:${last}`,
    at: startOf(addDays(day, 1)),
    ref: refs[part],
    postings: row.recipients.map((recipient, place) => ({
      from,
      to: available(ids(Number(recipient))),
      asset: assetOf(row.assets[place] ?? 0),
      code: row.codes[place] ?? 0,
      units: BigInt(row.units[place] ?? 0),
    })),
  }
}

async function markUpgrades(tx: Tx, rows: readonly DueRow[]): Promise<void> {
  await tx.query(
    `UPDATE star_upgrade u SET paid_units = u.paid_units + paid.units
     FROM unnest($1::int8[], $2::int8[]) AS paid (item, units) JOIN wallet w ON w.serial = paid.item / 10
     WHERE u.wallet_id = w.id AND u.star = paid.item % 10`,
    [rows.map(({ item }) => item), rows.map(({ units }) => units[0])],
  )
}

/** Keeps what a day's rewards on fees came to. */
export async function keepBudget(tx: Tx, day: Day, { asset, budget, due, given }: Budget): Promise<void> {
  await tx.query(
    'INSERT INTO reward_day (day, asset, budget_units, due_units, given_units) VALUES ($1, $2, $3, $4, $5)',
    [day, assetNumber(asset), budget, due, given],
  )
}

/** The first stars that are not paid out yet, by wallet and star. */
export const loadOpenUpgrades = (sql: Sql): Promise<OpenUpgrade[]> =>
  sql.query<OpenUpgrade>(
    `SELECT w.serial::int4 AS serial, u.star, u.since::text AS since, u.sum_units - u.paid_units AS left
     FROM star_upgrade u JOIN wallet w ON w.id = u.wallet_id WHERE u.paid_units < u.sum_units ORDER BY 1, 2`,
  )

/** What the first stars of a wallet pay in all, and have paid. */
export const loadUpgrades = (sql: Sql, walletId: WalletId): Promise<{ star: number; sum: bigint; paid: bigint }[]> =>
  sql.query('SELECT star, sum_units AS sum, paid_units AS paid FROM star_upgrade WHERE wallet_id = $1 ORDER BY star', [
    walletId,
  ])

/** Of each coin the last day rewards on fees were worked out. */
export async function loadBudgetDays(sql: Sql): Promise<{ asset: Asset; day: Day; due: bigint; given: bigint }[]> {
  const rows = await sql.query<{ asset: number; day: Day; due: bigint; given: bigint }>(
    `SELECT DISTINCT ON (asset) asset, day::text AS day, due_units AS due, given_units AS given
     FROM reward_day ORDER BY asset, reward_day.day DESC`,
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
}
