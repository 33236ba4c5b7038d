import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvers } from '#custody/payments/approving/approvals.store.ts'
import { withdrawalApprovals } from '#custody/payments/withdrawal-settings.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { haltOf, reportIncident } from '#outside/chains/incident.store.ts'
import { loadFundWorth } from '#products/orders/share-facts.store.ts'
import { operate } from '../../test/test-operator.ts'

const one = 100_000_000n
const folder = mkdtempSync(join(tmpdir(), 'operators-'))
const fileOf = (name: string) => join(folder, `${name}.key`)

describe('one operator alone', () => {
  let world: InvestingWorld
  let ana: WalletId
  const type = (line: string, name = 'ada') => operate(world, `${line} --as ${fileOf(name)}`, { demo: false })
  const has = async (coin: 'USDT' | 'ATMC') => balanceOf(world.db, available(ana), coin)

  beforeAll(async () => {
    world = await investingWorld()
    ana = await world.wallet({ USDT: '2000' })
    const { db, clock } = world
    await world.buy(ana, { fundId: 34, productId: undefined, days: undefined, amount: '1000' })
    const capital = { from: outside('bsc'), to: company('capital'), units: 9_000n * one }
    const stray = { from: outside('bsc'), to: company('suspense'), asset: 'USDT', units: 4_000n * one } as const
    const postings = [{ ...capital, asset: 'USDT' } as const, { ...capital, asset: 'ATMC' } as const, stray]
    await db.transaction((tx) => post(tx, { key: 'brought', at: clock.now(), postings }))
    await db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units,
         remainder, kind, state, seen_at, credited_at)
       VALUES ('bsc', '0x01', 0, 1, '0x01', 'USDT', '0xsomebody', '0xhouse', 4000e18, $1, 0, 'unknown', 'credited', $2, $2)`,
      [4_000n * one, clock.now()],
    )
    for (const name of ['ada', 'ben']) {
      await operate(world, `operator key ${name} ${fileOf(name)}`, { demo: false })
      await type(`operator add ${name}`, name)
    }
    await world.pass(2 * dayMs)
    expect((await operate(world, `fund send 34 1000 bsc 0x${'1'.repeat(64)} to the venue`)).code).toBe(0)
  })
  afterAll(() => world.close())

  const attacks: readonly (readonly [string, () => string, () => Promise<unknown>])[] = [
    ['pays a stranger’s coins to their own wallet', () => `suspense assign 1 ${ana} he told me so`, () => has('USDT')],
    ['names an approver', () => `approver add eve ${'A'.repeat(43)}`, async () => (await approvers(world.db)).length],
    ['names another one', () => `approver add eva ${'B'.repeat(43)}`, async () => (await approvers(world.db)).length],
    [
      'lets one approver be enough',
      () => 'setting set withdrawals.approvals 1 quicker',
      () => readSetting(world.db, withdrawalApprovals),
    ],
    ['gives capital away', () => `coin reward ${ana} 900 USDT a public reason`, () => has('USDT')],
    [
      'gives a package away',
      () => `package grant ${ana} 26 200 found a fault`,
      () => balanceOf(world.db, company('capital'), 'ATMC'),
    ],
    [
      'lowers what a fund owes',
      () => 'fund book-loss 34 500 a bad week',
      async () => (await loadFundWorth(world.db, 34)).principal,
    ],
    [
      'moves capital into a pool',
      () => 'pool fund dual USDT 5 more is wanted',
      () => balanceOf(world.db, company('capital'), 'USDT'),
    ],
    [
      'names an operator',
      () => `operator add mallory ${'C'.repeat(43)}`,
      async () => (await world.db.query("SELECT FROM operator WHERE name = 'mallory'")).length,
    ],
  ]
  it.each(attacks)('%s: refused, until another operator carries it out, once', async (_what, line, state) => {
    const before = await state()
    const { code, text } = await type(line())
    expect(await state(), text).toEqual(before)
    expect(code, text).toBe(0)
    const number = /^proposed: (\d+):/m.exec(text)?.[1] ?? ''
    expect((await type(`approve ${number}`)).text).toContain('refused: ops.two_needed')
    expect(await state()).toEqual(before)
    const [one, other] = await Promise.all([type(`approve ${number}`, 'ben'), type(`approve ${number}`, 'ben')])
    const carriedOut = [one, other].filter((each) => each.code === 0 && /^done: /m.test(each.text))
    expect(carriedOut.length, one.text + other.text).toBe(1)
    const after = await state()
    expect(after).not.toEqual(before)
    expect((await type(`approve ${number}`, 'ben')).text).toContain(`Proposal ${number} was carried out by ben`)
    expect(await state()).toEqual(after)
  })

  it('ends no halt', async () => {
    const halt = { chain: 'bsc', kind: 'books_short', halts: true, detail: {}, at: world.clock.now() } as const
    await reportIncident(world.db, halt)
    expect((await type('incident resolve 1 nothing to see')).code).toBe(0)
    expect(await haltOf(world.db, 'bsc')).toBe('books_short')
  })

  it('lets nobody be paid at a new address', async () => {
    const at = world.clock.now()
    const bound = `INSERT INTO bound_address (wallet_id, chain, address, remark, signed_address, issued_at, public_key, signature, bound_at, payable_from)
      VALUES ($1, 'bsc', '0xold', '', '0xold', 1, 'k', 's', $2, $2)`
    await world.db.query(bound, [ana, at])
    await world.db.query(
      `INSERT INTO address_change (wallet_id, chain, old_address, new_address, remark, signed_address, issued_at, public_key, signature,
         asked_at, ready_at, state) VALUES ($1, 'bsc', '0xold', '0xnew', '', '0xnew', 2, 'k', 's', $2, $3, 'asked')`,
      [ana, at, addMs(at, 3 * dayMs)],
    )
    expect((await type('address confirm 1 it was them')).code).toBe(0)
    expect((await world.db.query('SELECT confirmed_at FROM address_change'))[0]).toEqual({ confirmed_at: null })
  })
})
