import { type Asset, assetNumber } from '#kit/assets.ts'
import type { Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { classes, classNumber } from '#ledger/classes.ts'
import { laneOf } from '#ledger/lane.ts'
import { type Kind, kinds, type Own, type Place } from '../tree/format.ts'
import { type Part, partOf } from '../tree/parts.ts'
import { type Amounts, type HouseAccount, noAmounts, plus, type Totals } from '../tree/statement.ts'
import type { Owed } from '../tree/tree.server.ts'

const kindNames = Object.keys(kinds) as Kind[]
/** So many owners are read at once. */
const fetched = 2_000

/**
 * What every account had after the postings up to `cut`. A cursor reads the books as they were when it was opened, all of them at one
 * moment. What was posted later is taken back. Accounts of wallets without a coin are left out, accounts of the house are not.
 */
function booksAt(cut: bigint, assets: readonly Asset[]): string {
  const lane = laneOf('house')
  const numbers = assets.map(assetNumber).join(', ')
  const touched = (side: 'debit' | 'credit') =>
    `EXISTS (SELECT FROM record r WHERE r.lane = b.lane AND r.${side} = b.id AND r.id <= ${cut})`
  return `DECLARE proof_books NO SCROLL CURSOR FOR
    WITH later AS (
      SELECT account, sum(back) AS back FROM (
        SELECT debit AS account, amount AS back FROM record WHERE lane = ${lane} AND id > ${cut}
        UNION ALL SELECT credit, -amount FROM record WHERE lane = ${lane} AND id > ${cut}) moved
      GROUP BY account),
    held AS (
      SELECT coalesce(b.holder, b.owner) AS owner, b.class, b.asset, sum(b.balance + coalesce(l.back, 0)) AS units
      FROM balance b LEFT JOIN later l ON l.account = b.id
      WHERE b.lane = ${lane} AND b.asset IN (${numbers})
        AND (b.holder IS NOT NULL OR ${touched('debit')} OR ${touched('credit')})
      GROUP BY 1, 2, 3 HAVING bool_or(b.holder IS NULL) OR sum(b.balance + coalesce(l.back, 0)) <> 0)
    SELECT owner, string_agg(class || ' ' || asset || ' ' || units, ',') AS accounts FROM held
    GROUP BY owner ORDER BY owner COLLATE "C"`
}

/** What classes of account are to the proof, by their number in the database. */
const parts: ReadonlyMap<string, Part> = new Map(classes.map((name) => [`${classNumber(name)}`, partOf(name)]))

/** Reads the books as they were at a cut, owner by owner in the order of their names, and adds up what there is beside. */
export async function readBooks(
  tx: Tx,
  cut: bigint,
  assets: readonly Asset[],
  take: (owner: string, owed: Owed, isHouse: boolean) => void,
): Promise<Totals> {
  const places = new Map(assets.map((asset, place) => [`${assetNumber(asset)}`, place]))
  const sums = openSums(assets.length)
  await tx.query(booksAt(cut, assets))
  for (;;) {
    const rows = await tx.query<{ owner: string; accounts: string }>(`FETCH ${fetched} FROM proof_books`)
    for (const { owner, accounts } of rows) {
      const owed = new Map<Kind, bigint[]>()
      for (const account of accounts.split(',')) {
        const [accountClass = '', asset = '', digits = ''] = account.split(' ')
        const [part, place, units] = [parts.get(accountClass), places.get(asset), BigInt(digits)]
        expect(part && place !== undefined, 'every class and every coin is known')
        if (part.is === 'owed') {
          const amounts = owed.get(part.kind) ?? noAmounts(assets.length)
          amounts[place] = (amounts[place] ?? 0n) + units
          owed.set(part.kind, amounts)
        } else sums.add(part, place, units)
      }
      if (owed.size > 0) take(owner, sums.owed(owner, owed), owner.includes(':') || owner === 'house')
    }
    if (rows.length < fetched) break
  }
  await tx.query('CLOSE proof_books')
  return sums.totals()
}

function openSums(coins: number) {
  const all = new Map<Kind, Amounts>()
  const own: Record<Own, bigint[]> = { capital: noAmounts(coins), sales: noAmounts(coins), fees: noAmounts(coins) }
  const booked: Record<Place, bigint[]> = { network: noAmounts(coins), venue: noAmounts(coins) }
  const house: HouseAccount[] = []
  return {
    add(part: Part, coin: number, units: bigint): void {
      expect(part.is !== 'points' || units === 0n, 'points are issued, and coins are not')
      // Outside is below zero by what is there.
      const [list, signed] =
        part.is === 'own' ? [own[part.own], units] : [part.is === 'booked' && booked[part.place], -units]
      if (list) list[coin] = (list[coin] ?? 0n) + signed
    },
    /** Counts what an owner is owed, and puts it in the order of kinds: the same books make the same tree. */
    owed(owner: string, by: ReadonlyMap<Kind, Amounts>): Owed {
      const sorted = new Map<Kind, Amounts>()
      for (const kind of kindNames) {
        const amounts = by.get(kind)
        if (!amounts) continue
        sorted.set(kind, amounts)
        all.set(kind, plus(all.get(kind) ?? noAmounts(coins), amounts))
        if (owner.includes(':') || owner === 'house') house.push({ owner, kind, amounts })
      }
      return sorted
    },
    totals: (): Totals => ({
      kinds: new Map(kindNames.flatMap((kind) => (all.has(kind) ? [[kind, all.get(kind) as Amounts] as const] : []))),
      own,
      booked,
      house,
    }),
  }
}
