import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlState } from '#engine/sql-state.server.ts'
import { testDb } from '#engine/test/test-db.ts'
import { assetNumber, type Coin, coins } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { type OrderId, pairs, type WalletId } from '#kit/text/ids.ts'
import { audit } from './audit.store.ts'
import {
  type Account,
  available,
  company,
  held,
  inFlight,
  issued,
  outside,
  poolFree,
  poolRetired,
  principal,
  promised,
  reserve,
} from './posting/chart.ts'
import { checkEntry } from './posting/check-entry.ts'
import type { Entry, Posting } from './posting/entry.ts'
import { balanceOf, ledgerOf, post } from './posting/ledger.store.ts'
import { pools } from './posting/lines.ts'
import { movements } from './posting/movements.ts'
import { fingerprintText, forgedEntry } from './test/test-forge.ts'
import { accountOf } from './test/test-world.ts'

/**
 * Attacks the first four rules of the constitution through the ledger's functions and in raw SQL. An attack must fail and leave the ledger
 * unchanged.
 */

const ana = 'ANA0000000' as WalletId
const ben = 'BEN0000000' as WalletId
const anasOrder = 1 as OrderId
const bensOrder = 2 as OrderId
const at = new Date('2026-11-21T10:00:00Z')
const codes = [undefined, ...Array.from({ length: 119 }, (_, code) => code)]

let db: Db
let count = 0
const entry = (...postings: Posting[]): Entry => {
  count += 1
  return { key: `attack-${count}`, at, postings }
}
const posting = (from: Account, to: Account, asset: Posting['asset'], units: bigint, code?: number): Posting => ({
  from,
  to,
  asset,
  units,
  ...(code === undefined ? {} : { code }),
})

const books = () =>
  db.query(`SELECT (SELECT jsonb_agg(to_jsonb(a) ORDER BY id) FROM balance a) AS accounts,
    (SELECT count(*) FROM record) AS postings, (SELECT count(*) FROM movement) AS movements`)

let tried = 0
/** Expects a refusal, for every twentieth posting also through both entry points. */
async function refused(attack: Posting) {
  expect(() => checkEntry(entry(attack)), JSON.stringify(attack, text)).toThrow('this must hold')
  tried += 1
  if (tried % 20 === 0) await refusedAtBothDoors(attack)
}

async function refusedAtBothDoors(attack: Posting) {
  await expect(ledgerOf(db).submit(entry(attack)), JSON.stringify(attack, text)).rejects.toThrow('this must hold')
  await expect(db.transaction((tx) => post(tx, entry(attack)))).rejects.toThrow('this must hold')
}
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

beforeAll(async () => {
  db = await testDb()
  const { submit } = ledgerOf(db)
  const give = (wallet: WalletId) =>
    coins.map((coin) => posting(outside('bsc'), available(wallet), coin, 1_000_000n, 2))
  await submit(entry(...give(ana), ...give(ben)))
  await submit(
    entry(
      posting(available(ana), held(ana), 'USDT', 100_000n, 3),
      posting(available(ana), principal(anasOrder, ana, 'dual'), 'USDT', 100_000n, 8),
      posting(available(ben), principal(bensOrder, ben, 'dual'), 'USDT', 100_000n, 8),
      posting(available(ana), company('fees'), 'USDT', 10_000n, 105),
      ...coins.map((coin) => posting(outside('bsc'), company('capital'), coin, 1_000_000n)),
      posting(company('capital'), poolFree('dual'), 'USDT', 100_000n),
      posting(poolFree('dual'), promised(bensOrder, ben, 'dual'), 'USDT', 5_000n),
      ...pairs.flatMap((pair) =>
        pair.split('-').map((coin) => posting(company('capital'), reserve(pair), coin as Coin, 1_000n)),
      ),
    ),
  )
})
afterAll(() => db.close())

describe('segregation: a customer’s coins go only where the customer chose', () => {
  const own = [available(ana), held(ana), principal(anasOrder, ana, 'dual'), promised(anasOrder, ana, 'dual')]
  const forbidden = [
    ...pools.map(poolFree),
    company('capital'),
    company('referral'),
    company('suspense'),
    issued,
    available(ben),
    held(ben),
    principal(bensOrder, ben, 'dual'),
    promised(bensOrder, ben, 'dual'),
  ]
  const allowed = (from: Account, to: Account, code: number | undefined) =>
    // Permitted: a transfer, or an OTC release. The holder chose the counterparty.
    (to === forbidden.find((item) => item.owner === `wallet:${ben}` && item.purpose === 'available') &&
      ((from.purpose === 'available' && code === 4) || (from.purpose === 'held' && code === 22))) ||
    // Permitted: an unused promise returns to its source, as it never belonged to the customer.
    (from.purpose === 'promised' && code === undefined && (to.owner === 'pool:dual' || to.purpose === 'capital'))

  it('refuses every code there is for every place a customer’s coins must not go', async () => {
    const before = await books()
    let attacks = 0
    for (const from of own)
      for (const to of forbidden)
        for (const code of codes)
          if (!allowed(from, to, code)) {
            attacks += 1
            await refused(posting(from, to, 'USDT', 1n, code))
          }
    expect(attacks).toBeGreaterThan(7_000)
    expect(await books()).toEqual(before)
  })

  it('refuses to spend someone else’s coins under a code that is meant for one’s own', async () => {
    for (const code of codes) {
      if (code === 4) continue
      await refused(posting(available(ben), available(ana), 'USDT', 1n, code))
      await refused(posting(principal(bensOrder, ben, 'dual'), available(ana), 'USDT', 1n, code))
      await refused(posting(available(ben), principal(anasOrder, ana, 'dual'), 'USDT', 1n, code))
    }
  })

  it('refuses to open an order’s account a second time for another holder', async () => {
    const stolen = posting(available(ana), principal(bensOrder, ana, 'dual'), 'USDT', 1n, 8)
    await expect(ledgerOf(db).submit(entry(stolen))).rejects.toThrow('belongs to BEN0000000')
    await expect(db.transaction((tx) => post(tx, entry(stolen)))).rejects.toThrow('belongs to BEN0000000')
    const honest = entry(posting(available(ana), available(ben), 'USDT', 1n, 4))
    const both = [
      ledgerOf(db)
        .submit(entry(stolen))
        .catch(() => 'refused'),
      ledgerOf(db).submit(honest),
    ]
    expect(await Promise.all(both)).toEqual(['refused', 'posted'])
  })
})

describe('reserve before sell: a payout comes from what was set aside', () => {
  it('refuses a promise the pool cannot cover, and every way to pay an order from elsewhere', async () => {
    const free = await balanceOf(db, poolFree('dual'), 'USDT')
    const promise = (units: bigint) => posting(poolFree('dual'), promised(anasOrder, ana, 'dual'), 'USDT', units)
    expect(await ledgerOf(db).submit(entry(promise(free + 1n)))).toBe('insufficient')
    for (const from of [
      company('capital'),
      company('fees'),
      company('sales'),
      poolFree('compound'),
      available(ben),
      issued,
    ])
      await refusedAtBothDoors(posting(from, promised(anasOrder, ana, 'dual'), 'USDT', 1n, 112))
    for (const from of [
      poolFree('dual'),
      company('capital'),
      company('fees'),
      principal(bensOrder, ben, 'dual'),
      promised(bensOrder, ben, 'dual'),
    ])
      await refusedAtBothDoors(posting(from, available(ana), 'USDT', 1n, 112))
    await refusedAtBothDoors(
      posting(promised(bensOrder, ben, 'dual'), principal(anasOrder, ana, 'dual'), 'USDT', 1n, 112),
    )
  })

  it('pays an order nothing beyond its promise', async () => {
    const over = posting(promised(bensOrder, ben, 'dual'), available(ben), 'USDT', 5_001n, 112)
    expect(await ledgerOf(db).submit(entry(over))).toBe('insufficient')
  })
})

describe('pools are filled from the company’s own money or from fees', () => {
  it('refuses sales, retired coins, suspense and market reserves as a source, under every code', async () => {
    const sources: Account[] = [
      company('sales'),
      company('suspense'),
      poolRetired(),
      inFlight('eth'),
      reserve('USDT-WLD'),
    ]
    for (const from of sources)
      for (const pool of pools) for (const code of codes) await refused(posting(from, poolFree(pool), 'USDT', 1n, code))
  })

  it('refuses rewards from anything but the referral budget, and the budget from capital', async () => {
    for (const code of [28, 102, 103, 104])
      for (const from of [
        company('capital'),
        company('sales'),
        company('fees'),
        poolFree('dual'),
        available(ben),
        outside('eth'),
      ])
        await refusedAtBothDoors(posting(from, available(ana), 'USDT', 1n, code))
    await refusedAtBothDoors(posting(company('capital'), company('referral'), 'USDT', 1n))
    expect(await ledgerOf(db).submit(entry(posting(company('referral'), available(ana), 'USDT', 1n, 102)))).toBe(
      'insufficient',
    )
  })

  it('lets no account but outside and issued fall below zero', async () => {
    for (const { from, to, assets, code, bond } of movements) {
      if (from === 'issued' || from.startsWith('outside.')) continue
      const [asset] = assets
      const poor = accountOf(from, ana, 77 as OrderId, 'eth')
      const rich = accountOf(to, bond === 'other holder' ? ben : ana, 77 as OrderId, 'eth')
      if (asset)
        expect(await ledgerOf(db).submit(entry(posting(poor, rich, asset, 9_000_000n, code))), from).toBe(
          'insufficient',
        )
    }
  })

  it('never sets one coin against another', async () => {
    // Only SQL can mix assets, by using an account with another asset.
    const [usdt, atmc] = await Promise.all([idOf(available(ana), 'USDT'), idOf(available(ben), 'ATMC')])
    await refusedInSql(forged({ debit: usdt, credit: atmc, code: 4 }), 'GH002')
  })
})

const idOf = async (account: Account, asset: Posting['asset']): Promise<bigint> => {
  const [row] = await db.query<{ id: bigint }>(
    'SELECT id FROM balance WHERE owner = $1 AND purpose = $2 AND asset = $3',
    [account.owner, account.purpose, assetNumber(asset)],
  )
  return row?.id ?? 0n
}

/** SQL that bypasses the TypeScript code. */
function forged(row: { debit: bigint; credit: bigint; code: number; amount?: bigint; key?: string | null }): string {
  count += 1
  return forgedEntry({ key: `forged-${count}`, ...row })
}

async function refusedInSql(script: string, state?: string) {
  const before = await books()
  let error: unknown
  await db.exec(script).catch((thrown: unknown) => {
    error = thrown
  })
  expect(error, script).toBeInstanceOf(Error)
  if (state) expect(sqlState(error), script).toBe(state)
  expect(await books(), script).toEqual(before)
}

describe('the database holds the same rules against SQL past all code', () => {
  it('refuses accounts that pass for another class, or for somebody else’s', async () => {
    const open = (owner: string, purpose: string, asset: number, number: number, holder: string | null) =>
      `SELECT books.find_accounts(0, '{${owner}}', '{${purpose}}', '{${asset}}', '{${holder ?? 'NULL'}}', '{${number}}')`
    for (const script of [
      open('wallet:EVE0000000', 'available', 1, 17, null),
      open('wallet:EVE0000000', 'available', 1, 23, 'EVE0000000'),
      open('wallet:EVE0000000', 'available', 1, 1, 'ANA0000000'),
      open('wallet:EVE0000000', 'available', 1, 1, null),
      open('order:99', 'principal', 1, 3, null),
      open('house', 'capital', 5, 17, 'ANA0000000'),
      open('pool:mine', 'free', 1, 5, null),
      open('house', 'capital', 5, 99, null),
    ])
      await refusedInSql(script, 'GH002')
    await refusedInSql(open('house', 'capital', 0, 17, null), '23514')
  })

  it('refuses forged postings that break the table of movements', async () => {
    const id = {
      ana: await idOf(available(ana), 'USDT'),
      ben: await idOf(available(ben), 'USDT'),
      bensHeld: await idOf(principal(bensOrder, ben, 'dual'), 'USDT'),
      anasOrder: await idOf(principal(anasOrder, ana, 'dual'), 'USDT'),
      bensPromise: await idOf(promised(bensOrder, ben, 'dual'), 'USDT'),
      pool: await idOf(poolFree('dual'), 'USDT'),
      capital: await idOf(company('capital'), 'USDT'),
      fees: await idOf(company('fees'), 'USDT'),
    }
    const forgeries: [bigint, bigint, number][] = [
      [id.ana, id.pool, -1],
      [id.ana, id.pool, 8],
      [id.ana, id.capital, -1],
      [id.ana, id.fees, -1],
      [id.ana, id.fees, 100],
      [id.ana, id.ben, 3],
      [id.ana, id.ben, 22],
      [id.bensHeld, id.ana, 18],
      [id.bensPromise, id.ana, 112],
      [id.bensPromise, id.anasOrder, 112],
      [id.ana, id.bensHeld, 8],
      [id.capital, id.ana, 102],
      [id.capital, id.ana, 28],
      [id.fees, id.ana, 103],
      [id.pool, id.ana, 112],
      [id.pool, id.ana, 19],
      [id.capital, id.ana, -1],
      [id.ana, id.ben, -1],
    ]
    for (const [debit, credit, code] of forgeries) await refusedInSql(forged({ debit, credit, code }), 'GH002')
    for (const code of codes)
      if (code !== undefined) await refusedInSql(forged({ debit: id.ana, credit: id.pool, code }), 'GH002')
  })

  it('refuses forged postings whose numbers do not add up', async () => {
    const [debit, credit] = await Promise.all([idOf(available(ana), 'USDT'), idOf(available(ben), 'USDT')])
    const pair = { debit, credit, code: 4 }
    await refusedInSql(forged({ ...pair, amount: 0n }))
    await refusedInSql(forged({ ...pair, amount: -5n }))
    await refusedInSql(forged({ ...pair, key: null }), 'GH002')
    await refusedInSql(forged({ ...pair, key: '' }), '23514')
    await refusedInSql(forged({ ...pair, credit: 999_999n }), '40001')
    await refusedInSql(forged({ ...pair, credit: debit }))
    const before = await books()
    expect(await db.query(forged({ ...pair, amount: 100_000_000n }))).toEqual([
      { verdicts: ['insufficient'], lacking: [1] },
    ])
    expect(await db.query(forged({ ...pair, key: 'attack-1' }))).toEqual([{ verdicts: ['conflict'], lacking: [null] }])
    expect(await books()).toEqual(before)
  })

  it('refuses the ledger’s own function with accounts or columns that do not fit', async () => {
    const [a, b] = [await idOf(available(ana), 'USDT'), await idOf(poolFree('dual'), 'USDT')].sort((x, y) =>
      x < y ? -1 : 1,
    )
    const fingerprints = (accounts: string) =>
      `(SELECT array_agg(coalesce(${fingerprintText('k')}, 0) ORDER BY u.place) FROM unnest('${accounts}'::int8[]) WITH ORDINALITY AS u (id, place) LEFT JOIN balance k ON k.id = u.id)`
    const call = (accounts: string, debits: string, credits: string, amounts: string, code: number) =>
      `SELECT books.post_entries(0, '${accounts}', '{f1}', '{1}', '{NULL}', '{2026-11-21}', '${debits}', '${credits}', '${amounts}', '{${code}}', '{0,0}', ${fingerprints(accounts)})`
    await refusedInSql(call(`{${a},${b}}`, '{1}', '{2}', '{1}', 4), 'GH002')
    await refusedInSql(call(`{${b},${a}}`, '{1}', '{2}', '{1}', 4), 'GH002')
    await refusedInSql(call(`{${a},99999}`, '{1}', '{2}', '{1}', 4), '40001')
    await refusedInSql(call(`{${a},${b}}`, '{1}', '{2}', '{-1}', 4))
  })

  it('finds the books in order after all this', async () => {
    expect(await audit(db)).toEqual([])
  })
})
