import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Dice, seededDice } from '#kit/random.ts'
import { type Account, available, outside } from '#ledger/chart.ts'
import type { Entry, Verdict } from '#ledger/entry.ts'
import { ledgerOf } from '#ledger/ledger.store.ts'

/** Who pays whom: any two wallets, or one of them always the same. */
export type Load = 'uniform' | 'hot'
export const benchWallets = 20_000

/** Made before the clock runs: what is measured is the ledger, not the making of names. */
const wallets = Array.from({ length: benchWallets }, (_, place) =>
  available(`BENCH${String(place).padStart(5, '0')}` as WalletId),
)
const wallet = (place: number) => wallets[place] as Account
const at = new Date('2026-11-21T10:00:00Z')

/** Gives every wallet enough to pay for the whole run. */
export async function fillWallets(db: Db): Promise<void> {
  const size = 500
  for (let start = 0; start < benchWallets; start += size)
    await ledgerOf(db).submit({
      key: `fill-${start}`,
      at,
      postings: Array.from({ length: size }, (_, place) => ({
        from: outside('eth'),
        to: wallet(start + place),
        asset: 'USDT',
        units: 1_000_000_000_000n,
        code: 2,
      })),
    })
  await db.exec('ANALYZE account; ANALYZE posting')
}

let count = 0
/** One transfer between two wallets, drawn. */
export function drawTransfer(dice: Dice, load: Load): Entry {
  count += 1
  const one = load === 'hot' ? 0 : dice.below(benchWallets)
  const other = (one + 1 + dice.below(benchWallets - 1)) % benchWallets
  const [from, to] = dice.chance(0.5) ? [one, other] : [other, one]
  const units = BigInt(1 + dice.below(1000))
  return {
    key: `b${count}-${dice.below(2 ** 31)}`,
    at,
    postings: [{ from: wallet(from), to: wallet(to), asset: 'USDT', units, code: 4 }],
  }
}

export type Speed = { readonly perSecond: number; readonly p50: number; readonly p99: number }

/** Keeps so many requests under way for some seconds. Times are of one request, milliseconds. */
export async function measure(
  run: (entry: Entry) => Promise<Verdict | string>,
  { load, inFlight, seconds, seed }: { load: Load; inFlight: number; seconds: number; seed: number },
): Promise<Speed> {
  const dice = seededDice(seed)
  const times: number[] = []
  let open = true
  const worker = async () => {
    while (open) {
      const began = performance.now()
      await run(drawTransfer(dice, load))
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
