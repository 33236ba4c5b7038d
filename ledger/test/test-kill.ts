import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomBelow } from '#kit/text/random.ts'
import { available, outside } from '../posting/chart.ts'
import type { Entry } from '../posting/entry.ts'
import { ledgerOf } from '../posting/ledger.store.ts'

export const killWallets = 100
const wallet = (place: number) => available(`KILL0000${String(place).padStart(2, '0')}` as WalletId)
const at = new Date('2026-11-21T10:00:00Z')

type Transfer = { readonly key: string; readonly from: number; readonly to: number; readonly units: bigint }
export const killTransfer = ({ key, from, to, units }: Transfer): Entry => ({
  key,
  at,
  postings: [{ from: wallet(from), to: wallet(to), asset: 'USDT', units, code: 4 }],
})

/** Gives each wallet few coins, so some transfers are refused. */
export const fillKillWallets = (db: Db) =>
  Promise.all(
    Array.from({ length: killWallets }, (_, place) =>
      ledgerOf(db).submit({
        key: `fill-${place}`,
        at,
        postings: [{ from: outside('eth'), to: wallet(place), asset: 'USDT', units: 300n, code: 2 }],
      }),
    ),
  )

const program = fileURLToPath(new URL('./test-kill-process.ts', import.meta.url))

/** Kills the writer at a random moment after its first acknowledged entry. @returns all acknowledged keys so far. */
export async function killOneWriter(args: { dataDir: string; notes: string; databaseUrl?: string }): Promise<string[]> {
  const list = [args.dataDir, args.notes, ...(args.databaseUrl ? [args.databaseUrl] : [])]
  const child = spawn(process.execPath, [program, ...list], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  await Promise.race([once(child.stdout as NonNullable<typeof child.stdout>, 'data'), gone])
  await wait(randomBelow(600))
  child.kill('SIGKILL')
  await gone
  return existsSync(args.notes) ? readFileSync(args.notes, 'utf8').split('\n').filter(Boolean) : []
}

export async function lostKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>('SELECT key FROM entry WHERE key = ANY ($1)', [keys])
  const kept = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !kept.has(key))
}
