import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Asset } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { openAccounts } from '#ledger/posting/batch.store.ts'
import { type Account, available, company, outside, reserve } from '#ledger/posting/chart.ts'
import type { Entry, Posting } from '#ledger/posting/entry.ts'
import { ledgerOf } from '#ledger/posting/ledger.store.ts'

/**
 * Payments between random wallets, payments from random wallets to one fixed wallet, or exchanges: three linked postings through one market
 * and one fee account.
 */
export type Load = 'uniform' | 'hot' | 'exchange'
export const benchWallets = 20_000

/** Created in advance, so the run measures only the ledger. */
const wallets = Array.from({ length: benchWallets }, (_, place) =>
  available(`BENCH${String(place).padStart(5, '0')}` as WalletId),
)
export const benchWallet = (place: number): Account => wallets[place] as Account
const wallet = benchWallet
const market = reserve('USDT-ATMC')
const at = new Date('2026-11-21T10:00:00Z')
const plenty = 1_000_000_000_000n

export async function fillWallets(db: Db): Promise<void> {
  const { submit } = ledgerOf(db)
  const given = (to: Account, asset: Asset): Posting => ({ from: outside('eth'), to, asset, units: plenty, code: 2 })
  for (const asset of ['USDT', 'ATMC'] as const) {
    const fill = (places: number[], key: string): Entry => ({
      key,
      at,
      postings: places.map((place) => given(wallet(place), asset)),
    })
    const size = 500
    const strides = benchWallets / size
    for (let start = 0; start < benchWallets; start += size) {
      const places = Array.from({ length: size }, (_, place) => start + place)
      await openAccounts(db, [fill(places, `open-${asset}-${start}`)])
    }
    for (let start = 0; start < strides; start += 1) {
      const places = Array.from({ length: size }, (_, place) => start + place * strides)
      await submit(fill(places, `fill-${asset}-${start}`))
    }
    const units = plenty * 10_000n
    const seed = [
      { from: outside('eth'), to: company('capital'), asset, units },
      { from: company('capital'), to: market, asset, units },
    ]
    await submit({ key: `seed-${asset}`, at, postings: seed })
  }
  // Plans cached for empty tables would use full scans.
  await db.exec('ANALYZE books.account; ANALYZE books.posting')
}

/**
 * Fills `min_wal_size` with WAL files that checkpoints can recycle, as on a long-running server. Creating a 16 MiB file takes 15 ms and
 * blocks commits.
 */
export async function fillLog(db: Db): Promise<void> {
  const [row] = await db.query<{ files: number }>(
    `SELECT (SELECT setting::int4 FROM pg_settings WHERE name = 'min_wal_size')
      / (SELECT setting::int4 / 1048576 FROM pg_settings WHERE name = 'wal_segment_size') AS files`,
  )
  for (let file = 0; file < (row?.files ?? 0); file += 1)
    await db.exec("SELECT pg_logical_emit_message(false, 'bench', ''); SELECT pg_switch_wal()")
}

export async function addMonths(db: Db, months: number): Promise<void> {
  const [row] = await db.query<{ month: number }>('SELECT max(number) AS month FROM books.month')
  for (let before = 1; before < months; before += 1) {
    const from = BigInt((row?.month ?? 0) - before) << 44n
    await db.exec(`CREATE TABLE books.posting_before_${before} (LIKE books.posting INCLUDING ALL);
      ALTER TABLE books.posting ATTACH PARTITION books.posting_before_${before} FOR VALUES FROM (${from}) TO (${from + (1n << 44n)})`)
  }
}

let count = 0
export function drawEntry(dice: Dice, load: Load): Entry {
  count += 1
  const key = `b${count}-${dice.below(2 ** 31)}`
  const one = load === 'hot' ? 0 : dice.below(benchWallets)
  const other = (one + 1 + dice.below(benchWallets - 1)) % benchWallets
  const [from, to] = dice.chance(0.5) ? [one, other] : [other, one]
  const units = BigInt(1 + dice.below(1000))
  if (load !== 'exchange')
    return { key, at, postings: [{ from: wallet(from), to: wallet(to), asset: 'USDT', units, code: 4 }] }
  const [given, got] = dice.chance(0.5) ? (['USDT', 'ATMC'] as const) : (['ATMC', 'USDT'] as const)
  return {
    key,
    at,
    postings: [
      { from: wallet(one), to: market, asset: given, units: units * 1000n, code: 5 },
      { from: market, to: wallet(one), asset: got, units: units * 999n, code: 5 },
      { from: wallet(one), to: company('fees'), asset: given, units, code: 105 },
    ],
  }
}

export type Speed = { readonly perSecond: number; readonly p50: number; readonly p99: number }

/** Keeps a fixed number of requests in flight. `p50` and `p99` are milliseconds per request. */
export async function measure(
  run: (entry: Entry) => Promise<unknown>,
  { load, inFlight, seconds, seed }: { load: Load; inFlight: number; seconds: number; seed: number },
): Promise<Speed> {
  const dice = seededDice(seed)
  const times: number[] = []
  let open = true
  const worker = async () => {
    while (open) {
      const began = performance.now()
      await run(drawEntry(dice, load))
      times.push(performance.now() - began)
    }
  }
  const began = performance.now()
  const workers = Array.from({ length: inFlight }, worker)
  await wait(seconds * 1000)
  open = false
  await Promise.all(workers)
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) }
}
