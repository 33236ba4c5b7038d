import { type Asset, assetNumber } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Tx } from '#kit/store/db.ts'
import { classes, classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { sharesAt } from '#market/prices/shares.store.ts'
import { type Kind, kinds, type Own, type Place } from '../tree/format.ts'
import { type Part, partOf } from '../tree/parts.ts'
import { type Amounts, type CompanyAccount, noAmounts, plus, type Totals } from '../tree/statement.ts'
import type { Owed } from '../tree/tree.server.ts'

const kindNames = Object.keys(kinds) as Kind[]
const fetched = 2_000

/**
 * The cursor reads the whole ledger as of a cutoff. `only` is an SQL condition on owners. Skips wallets without coins, but never company
 * accounts.
 */
function booksAt(cut: bigint, assets: readonly Asset[], only: string): string {
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
      WHERE b.lane = ${lane} AND b.asset IN (${numbers}) ${only}
        AND (b.holder IS NOT NULL OR ${touched('debit')} OR ${touched('credit')})
      GROUP BY 1, 2, 3 HAVING bool_or(b.holder IS NULL) OR sum(b.balance + coalesce(l.back, 0)) <> 0)
    SELECT owner, string_agg(class || ' ' || asset || ' ' || units, ',') AS accounts FROM held
    GROUP BY owner ORDER BY owner COLLATE "C"`
}

/** Market reserves at a cutoff, split by shares. `of`: each wallet's part, rounded down. `taken`: the sum of these parts per market. */
type Parted = { readonly of: ReadonlyMap<string, bigint[]>; readonly taken: ReadonlyMap<string, bigint[]> }

export function partReserves(
  reserves: ReadonlyMap<string, Amounts>,
  shares: ReadonlyMap<string, ReadonlyMap<string, bigint>>,
): Parted {
  const of = new Map<string, bigint[]>()
  const taken = new Map<string, bigint[]>()
  for (const [pair, byHolder] of shares) {
    const amounts = reserves.get(`market:${pair}`)
    const all = [...byHolder.values()].reduce((sum, each) => sum + each, 0n)
    if (!amounts || all === 0n) continue
    for (const [holder, own] of byHolder) {
      if (holder === 'house') continue
      const part = amounts.map((units) => (units * own) / all)
      of.set(holder, plus(of.get(holder) ?? noAmounts(part.length), part))
      taken.set(`market:${pair}`, plus(taken.get(`market:${pair}`) ?? noAmounts(part.length), part))
    }
  }
  return { of, taken }
}

const parts: ReadonlyMap<string, Part> = new Map(classes.map((name) => [`${classNumber(name)}`, partOf(name)]))

type Row = { readonly owner: string; readonly accounts: string }

/** In order of owner names, in batches. */
async function* ownersAt(tx: Tx, cut: bigint, assets: readonly Asset[], only = ''): AsyncGenerator<Row> {
  await tx.query(booksAt(cut, assets, only))
  for (;;) {
    const rows = await tx.query<Row>(`FETCH ${fetched} FROM proof_books`)
    yield* rows
    if (rows.length < fetched) break
  }
  await tx.query('CLOSE proof_books')
}

type Account = { readonly part: Part; readonly place: number; readonly units: bigint }

const accountsIn = ({ accounts }: Row, places: ReadonlyMap<string, number>): Account[] =>
  accounts.split(',').map((account) => {
    const [accountClass = '', asset = '', digits = ''] = account.split(' ')
    const [part, place] = [parts.get(accountClass), places.get(asset)]
    expect(part && place !== undefined, 'every class and every coin is known')
    return { part, place, units: BigInt(digits) }
  })

async function partedAt(tx: Tx, cut: bigint, assets: readonly Asset[], places: ReadonlyMap<string, number>) {
  const shares = await sharesAt(tx, cut)
  const reserves = new Map<string, bigint[]>()
  if (shares.size > 0)
    for await (const row of ownersAt(tx, cut, assets, `AND b.owner LIKE 'market:%'`)) {
      const amounts = noAmounts(assets.length)
      for (const { place, units } of accountsIn(row, places)) amounts[place] = (amounts[place] ?? 0n) + units
      reserves.set(row.owner, amounts)
    }
  return partReserves(reserves, shares)
}

/** Reads owners in name order. Sums the accounts that are owed to no one. */
export async function readBooks(
  tx: Tx,
  cut: bigint,
  assets: readonly Asset[],
  take: (owner: string, owed: Owed, isCompany: boolean) => void,
): Promise<Totals> {
  const places = new Map(assets.map((asset, place) => [`${assetNumber(asset)}`, place]))
  const sums = openSums(assets.length)
  const { of, taken } = await partedAt(tx, cut, assets, places)
  // Owners that have only shares are merged in name order.
  const waiting = [...of.keys()].sort().reverse()
  const give = (owner: string, owed: Map<Kind, bigint[]>): void => {
    const part = of.get(owner)
    if (part?.some((units) => units > 0n)) owed.set('share', part)
    if (owed.size > 0) take(owner, sums.owed(owner, owed), isOfCompany(owner))
  }
  const giveUpTo = (owner: string | undefined): void => {
    for (
      let next = waiting.at(-1);
      next !== undefined && (owner === undefined || next <= owner);
      next = waiting.at(-1)
    ) {
      waiting.pop()
      if (next !== owner) give(next, new Map())
    }
  }
  for await (const row of ownersAt(tx, cut, assets)) {
    giveUpTo(row.owner)
    const owed = new Map<Kind, bigint[]>()
    for (const { part, place, units } of accountsIn(row, places)) {
      if (part.is === 'owed') {
        const amounts = owed.get(part.kind) ?? noAmounts(assets.length)
        amounts[place] = (amounts[place] ?? 0n) + units
        owed.set(part.kind, amounts)
      } else sums.add(part, place, units)
    }
    const [held, gone] = [owed.get('market'), taken.get(row.owner)]
    if (held && gone)
      owed.set(
        'market',
        held.map((units, place) => units - (gone[place] ?? 0n)),
      )
    give(row.owner, owed)
  }
  giveUpTo(undefined)
  return sums.totals()
}

const isOfCompany = (owner: string): boolean => owner.includes(':') || owner === 'house'

function openSums(coins: number) {
  const all = new Map<Kind, Amounts>()
  const own: Record<Own, bigint[]> = { capital: noAmounts(coins), sales: noAmounts(coins), fees: noAmounts(coins) }
  const booked: Record<Place, bigint[]> = { network: noAmounts(coins), venue: noAmounts(coins) }
  const house: CompanyAccount[] = []
  return {
    add(part: Part, coin: number, units: bigint): void {
      expect(part.is !== 'points' || units === 0n, 'points are issued, and coins are not')
      // Outside accounts are negative by the amount they hold.
      const [list, signed] =
        part.is === 'own' ? [own[part.own], units] : [part.is === 'booked' && booked[part.place], -units]
      if (list) list[coin] = (list[coin] ?? 0n) + signed
    },
    /** Sorted by kind, so that the same ledger always gives the same tree. */
    owed(owner: string, by: ReadonlyMap<Kind, Amounts>): Owed {
      const sorted = new Map<Kind, Amounts>()
      for (const kind of kindNames) {
        const amounts = by.get(kind)
        if (!amounts) continue
        sorted.set(kind, amounts)
        all.set(kind, plus(all.get(kind) ?? noAmounts(coins), amounts))
        if (isOfCompany(owner)) house.push({ owner, kind, amounts })
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
