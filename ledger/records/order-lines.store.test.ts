import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlState } from '#engine/sql-state.server.ts'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { type Account, available, company, outside, poolRetired, principal } from '../posting/chart.ts'
import { checkEntry } from '../posting/check-entry.ts'
import type { Entry, Posting } from '../posting/entry.ts'
import { ledgerOf, post } from '../posting/ledger.store.ts'
import { type LineId, lines } from '../posting/lines.ts'
import { forgedEntry } from '../test/test-forge.ts'

const ana = 'ANA0000000' as WalletId
const venue = { owner: 'outside:venue', purpose: 'all' } as const
const spent = [
  [company('sales'), 'USDT', undefined, ['package', 'machine', 'node']],
  [company('fees'), 'ATMC', 107, ['dual2', 'lockup']],
  [venue, 'USDT', 115, ['fund']],
  [poolRetired(), 'ATMC', 18, ['dual']],
] as const
const others = ['compound', 'liquidity'] as const
const written: readonly LineId[] = [...new Set([...spent.flatMap(([, , , may]) => may), ...others])]
const orderOf = (line: LineId) => (1_000 + lines.indexOf(line)) as OrderId
const fund = principal(orderOf('fund'), ana, 'fund')

let db: Db
let count = 0
function entry(from: Account, to: Account, asset: Posting['asset'], code?: number, units = 1n): Entry {
  count += 1
  const posting = { from, to, asset, units, ...(code === undefined ? {} : { code }) }
  return { key: `line-${count}`, at: new Date('2026-11-21T10:00:00Z'), postings: [posting] }
}

beforeAll(async () => {
  db = await testDb()
  const { submit } = ledgerOf(db)
  expect(await submit(entry(outside('bsc'), available(ana), 'USDT', 2, 1_000n))).toBe('posted')
  expect(await submit(entry(available(ana), fund, 'USDT', 17, 100n))).toBe('posted')
  expect(await submit(entry(available(ana), company('fees'), 'USDT', 105, 1n))).toBe('posted')
  await db.query(`SELECT books.find_accounts(0, '{house}', '{sales}', '{1}', '{NULL}', '{18}')`)
})
afterAll(() => db.close())

it('is refused at both doors what another line may do', async () => {
  let refused = 0
  for (const [to, asset, code, may] of spent)
    for (const line of written) {
      const attack = entry(principal(orderOf(line), ana, line), to, asset, code)
      if ((may as readonly string[]).includes(line)) expect(() => checkEntry(attack)).not.toThrow()
      else {
        refused += 1
        await expect(ledgerOf(db).submit(attack)).rejects.toThrow('this must hold')
        await expect(db.transaction((tx) => post(tx, attack))).rejects.toThrow('this must hold')
      }
    }
  expect(refused).toBe(29)
})

it('is refused in SQL past all code: a fund pays no price', async () => {
  const idOf = async (owner: string, purpose: string) => {
    const [row] = await db.query<{ id: bigint }>(
      'SELECT id FROM balance WHERE owner = $1 AND purpose = $2 AND asset = 1',
      [owner, purpose],
    )
    return row?.id ?? 0n
  }
  const [debit, credit] = [await idOf(fund.owner, fund.purpose), await idOf('house', 'sales')]
  const forged = db.query(forgedEntry({ debit, credit, code: -1, key: 'forged' }))
  expect(await forged.catch(sqlState)).toBe('GH002')
})

it('has accounts of one line for good', async () => {
  const renamed = entry(principal(orderOf('fund'), ana, 'machine'), available(ana), 'USDT', 36)
  await expect(ledgerOf(db).submit(renamed)).rejects.toThrow('an account of another line')
  await expect(db.transaction((tx) => post(tx, renamed))).rejects.toThrow('an account of another line')
  const opened = db.query(`SELECT books.find_accounts(0, '{order:5000}', '{promised}', '{1}', '{${ana}}', '{33}')`)
  expect(await opened.catch(sqlState)).toBe('GH002')
})
