import { availableParallelism } from 'node:os'
import { expectNoTransaction } from '#engine/db-pool.store.ts'
import { type Asset, assetNumber } from '#kit/assets.ts'
import type { Db, Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Decision, openAccounts, type Sides, sendBatch } from './batch.store.ts'
import { batcher } from './batcher.server.ts'
import type { Account } from './chart.ts'
import { checkEntry, postingsMax } from './check-entry.ts'
import type { Entry, Verdict } from './entry.ts'
import { laneOf } from './lane.ts'
import { figuresOfWallets, readFigures, type WalletBalance } from './wallet-figures.store.ts'

/** The books, for actions that are nothing but an entry. */
export type Ledger = {
  /**
   * Posts an entry, grouped with whatever else is waiting, in a transaction of its own.
   * @throws when the entry is no movement of the table, or a balance would not fit: bugs, which change nothing.
   */
  submit(entry: Entry): Promise<Verdict>
}

const ledgers = new WeakMap<Db, Ledger>()

/** The ledger of a database; every caller of a process shares its batches. */
export function ledgerOf(db: Db): Ledger {
  const known = ledgers.get(db)
  if (known) return known
  const ledger = ledgerWith(db, availableParallelism())
  ledgers.set(db, ledger)
  return ledger
}

/** A ledger with batches of its own. lanes, most: as `batcher` takes them. */
export function ledgerWith(db: Db, lanes: number, most?: number): Ledger {
  const decide = batcher(db, lanes, most)
  return {
    // One promise for an entry, and no more: what a request leaves behind is collected while others wait.
    submit: (entry) =>
      new Promise((answer, fail) => {
        expectNoTransaction()
        checkEntry(entry)
        decide(entry, ({ verdict }) => (verdict === 'overflow' ? fail(overflow(entry)) : answer(verdict)), fail)
      }),
  }
}

const overflow = (entry: Entry) => new RangeError(`a balance would not fit the ledger: ${entry.key}`)

/**
 * Posts an entry inside a transaction that also writes rows of its own, so that both happen or neither.
 * @throws Refusal balance.insufficient {coin}, request.key_conflict; an error where the entry is no movement of the table.
 */
export async function post(tx: Tx, entry: Entry): Promise<'posted' | 'replayed'> {
  checkEntry(entry)
  const [decision] = await sendBatch(tx, [entry], await openAccounts(tx, [entry]))
  return acceptedOr(decision, entry)
}

/**
 * Posts many entries inside one transaction, in this order, in as few statements as they fit into. All happen or none: one that is
 * refused throws, and the caller's transaction must not go on. A repeat of all of them changes nothing.
 * @throws as `post` does.
 */
export async function postMany(tx: Tx, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) checkEntry(entry)
  const sides = await openAccounts(tx, entries)
  let waiting: Promise<void> | undefined
  let side = 0
  for (const batch of batchesOf(entries)) {
    const end = batch.reduce((sum, { postings }) => sum + 2 * postings.length, side)
    // The next statement is written while the database works on this one.
    const next = postAll(tx, batch, sides.slice(side, end))
    next.catch(() => undefined)
    await waiting
    waiting = next
    side = end
  }
  await waiting
}

/** @throws as `post` does, for the first entry that is refused. */
async function postAll(tx: Tx, entries: readonly Entry[], sides: Sides): Promise<void> {
  const decisions = await sendBatch(tx, entries, sides)
  for (const [place, entry] of entries.entries()) acceptedOr(decisions[place], entry)
}

/** Cuts entries into runs of at most as many postings as one statement takes. */
function* batchesOf(entries: readonly Entry[]): Iterable<Entry[]> {
  let batch: Entry[] = []
  let postings = 0
  for (const entry of entries) {
    if (batch.length > 0 && postings + entry.postings.length > postingsMax) {
      yield batch
      batch = []
      postings = 0
    }
    batch.push(entry)
    postings += entry.postings.length
  }
  if (batch.length > 0) yield batch
}

/** @throws what `post` throws for a decision that is no acceptance. */
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

/** What an account has of an asset, in 10⁻⁸; 0 for one that was never opened. */
export async function balanceOf(sql: Sql, account: Account, asset: Asset): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    'SELECT balance FROM balance WHERE lane = $1 AND owner = $2 AND purpose = $3 AND asset = $4',
    [laneOf(account.owner), account.owner, account.purpose, assetNumber(asset)],
  )
  return row?.balance ?? 0n
}

/** What these accounts have of their assets, in 10⁻⁸, in this order; 0 for one that was never opened. */
export async function balancesOf(
  sql: Sql,
  accounts: readonly { readonly account: Account; readonly asset: Asset }[],
): Promise<bigint[]> {
  const rows = await sql.query<{ place: number; balance: bigint }>(
    `SELECT asked.place::int4 AS place, b.balance
     FROM unnest($2::text[], $3::text[], $4::int4[]) WITH ORDINALITY AS asked (owner, purpose, asset, place)
     JOIN balance b ON b.lane = $1 AND b.owner = asked.owner AND b.purpose = asked.purpose AND b.asset = asked.asset`,
    [
      laneOf(accounts[0]?.account.owner ?? ''),
      accounts.map(({ account }) => account.owner),
      accounts.map(({ account }) => account.purpose),
      accounts.map(({ asset }) => assetNumber(asset)),
    ],
  )
  const balances = accounts.map(() => 0n)
  for (const { place, balance } of rows) balances[place - 1] = balance
  return balances
}

/** What a wallet has of every asset it ever had. */
export async function walletBalances(sql: Sql, walletId: WalletId): Promise<WalletBalance[]> {
  const [figures = ''] = await figuresOfWallets(sql, [walletId])
  return readFigures(figures)
}
