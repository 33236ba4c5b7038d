import { availableParallelism } from 'node:os'
import { expectNoTransaction } from '#engine/db-pool.store.ts'
import { type Asset, assetNumber } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { figuresOfWallets, readFigures, type WalletBalance } from '../records/wallet-figures.store.ts'
import { type Decision, openAccounts, type Sides, sendBatch } from './batch.store.ts'
import { batcher } from './batcher.server.ts'
import type { Account } from './chart.ts'
import { checkEntry, postingsMax } from './check-entry.ts'
import type { Entry, Verdict } from './entry.ts'
import { laneOf } from './lane.ts'

export type Ledger = {
  /**
   * Runs in its own transaction, batched with others. @throws only for bugs: no listed movement, or a balance overflow. Nothing changes.
   */
  submit(entry: Entry): Promise<Verdict>
}

const ledgers = new WeakMap<Db, Ledger>()

/** Shared per process. */
export function ledgerOf(db: Db): Ledger {
  const known = ledgers.get(db)
  if (known) return known
  const ledger = ledgerWith(db, availableParallelism())
  ledgers.set(db, ledger)
  return ledger
}

export function ledgerWith(db: Db, lanes: number, most?: number): Ledger {
  const decide = batcher(db, lanes, most)
  return {
    // Only one promise per entry, to limit garbage collection.
    submit: (entry) =>
      new Promise((answer, fail) => {
        expectNoTransaction()
        checkEntry(entry)
        decide(entry, ({ verdict }) => (verdict === 'overflow' ? fail(overflow(entry)) : answer(verdict)), fail)
      }),
  }
}

const overflow = (entry: Entry) => new RangeError(`a balance would not fit the ledger: ${entry.key}`)

/** @throws Refusal balance.insufficient {coin}, request.key_conflict; an error if the movement is not listed. */
export async function post(tx: Tx, entry: Entry): Promise<'posted' | 'replayed'> {
  checkEntry(entry)
  const [decision] = await sendBatch(tx, [entry], await openAccounts(tx, [entry]))
  return acceptedOr(decision, entry)
}

/** Posts all or none, in order. On error the caller must roll back. Repeating all changes nothing. @throws like `post`. */
export async function postMany(tx: Tx, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) checkEntry(entry)
  const sides = await openAccounts(tx, entries)
  let waiting: Promise<void> | undefined
  let side = 0
  for (const batch of batchesOf(entries)) {
    const end = batch.reduce((sum, { postings }) => sum + 2 * postings.length, side)
    // Prepares the next statement while the database runs this one.
    const next = postAll(tx, batch, sides.slice(side, end))
    next.catch(() => undefined)
    await waiting
    waiting = next
    side = end
  }
  await waiting
}

async function postAll(tx: Tx, entries: readonly Entry[], sides: Sides): Promise<void> {
  const decisions = await sendBatch(tx, entries, sides)
  for (const [place, entry] of entries.entries()) acceptedOr(decisions[place], entry)
}

function* batchesOf(entries: readonly Entry[]): Iterable<Entry[]> {
  let batch: Entry[] = []
  let postings = 0
  for (const entry of entries) {
    if (postings + entry.postings.length > postingsMax) {
      yield batch
      batch = []
      postings = 0
    }
    batch.push(entry)
    postings += entry.postings.length
  }
  if (batch.length > 0) yield batch
}

function acceptedOr(decision: Decision | undefined, entry: Entry): 'posted' | 'replayed' {
  switch (decision?.verdict) {
    case 'posted':
    case 'replayed':
      return decision.verdict
    case 'insufficient':
      return fail('balance.insufficient', { coin: decision.asset })
    case 'conflict':
      return fail('request.key_conflict')
    default:
      throw overflow(entry)
  }
}

/** In 10⁻⁸; 0 if never opened. */
export async function balanceOf(sql: Sql, account: Account, asset: Asset): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    'SELECT balance FROM balance WHERE lane = $1 AND owner = $2 AND purpose = $3 AND asset = $4',
    [laneOf(account.owner), account.owner, account.purpose, assetNumber(asset)],
  )
  return row?.balance ?? 0n
}

/** In 10⁻⁸, in input order; 0 if never opened. */
export async function balancesOf(
  sql: Sql,
  accounts: readonly { readonly account: Account; readonly asset: Asset }[],
): Promise<bigint[]> {
  const [owner = ''] = accounts.map(({ account }) => account.owner)
  const rows = await sql.query<{ place: number; balance: bigint }>(
    `SELECT asked.place::int4 AS place, b.balance
     FROM unnest($2::text[], $3::text[], $4::int4[]) WITH ORDINALITY AS asked (owner, purpose, asset, place)
     JOIN balance b ON b.lane = $1 AND b.owner = asked.owner AND b.purpose = asked.purpose AND b.asset = asked.asset`,
    [
      laneOf(owner),
      accounts.map(({ account }) => account.owner),
      accounts.map(({ account }) => account.purpose),
      accounts.map(({ asset }) => assetNumber(asset)),
    ],
  )
  const balances = accounts.map(() => 0n)
  for (const { place, balance } of rows) balances[place - 1] = balance
  return balances
}

export async function walletBalances(sql: Sql, walletId: WalletId): Promise<WalletBalance[]> {
  const [figures = ''] = await figuresOfWallets(sql, [walletId])
  return readFigures(figures)
}
