import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRows } from '#db/seed-demo.ts'
import { testDb } from '#engine/test/test-db.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import type { Db } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { openClock } from '#kit/time/clock.store.ts'
import { company, outside, promised } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { operate } from '../../test/test-operator.ts'

const one = 100_000_000n

describe('granting a package', () => {
  let db: Db
  let clock: Awaited<ReturnType<typeof openClock>>
  let ana: WalletId
  const type = (line: string) => operate({ db, clock }, line)
  beforeAll(async () => {
    db = await testDb()
    clock = await openClock(db)
    await seedRows(db, clock)
    ana = (await testWallet(db, { at: clock.now() })).walletId
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'ATMC', units: 500n * one } as const]
    await db.transaction((tx) => post(tx, { key: 'capital', at: clock.now(), postings }))
  })
  afterAll(async () => {
    clock.close()
    await db.close()
  })

  it('sets its coins aside out of capital for a reason everybody reads, which the log and the holder keep', async () => {
    const { code, text } = await type(`package grant ${ana} 26 200 Found a fault`)
    expect(code).toBe(0)
    expect(text).toContain(`will: set 200 ATMC of 500 ATMC capital aside for ${ana}: Found a fault`)
    const [order] = await db.query<{ id: bigint; state: string }>('SELECT id, state FROM investment_order')
    expect(order?.state).toBe('to_be_started')
    expect(await balanceOf(db, promised(Number(order?.id) as OrderId, ana, 'package'), 'ATMC')).toBe(200n * one)
    const [event] = await db.query('SELECT kind, params FROM order_event')
    expect(event).toEqual({ kind: 'granted', params: { coins: '200 ATMC', reason: 'Found a fault' } })
    expect((await operations(db, 1))[0]).toMatchObject({
      verb: 'package grant',
      told: { lines: ['set 200 ATMC of capital aside for a wallet, as package 26: Found a fault'] },
    })
    expect(await findOrderProblems(db)).toEqual([])
  })

  it('needs a wallet, a package, an amount and a reason, and coins that are there', async () => {
    for (const [line, hint] of [
      ['package grant NOBODY 26 1 Why', 'wallet: its ID'],
      [`package grant ${ana} 1 1 Why`, 'no asset package'],
      [`package grant ${ana} 26 0 Why`, 'coins: a number above 0'],
      [`package grant ${ana} 26 1`, 'reason: why'],
      [`package grant ${ana} 26 300.1 Why`, 'refused: balance.insufficient coin=ATMC'],
    ] as const) {
      const { code, text } = await type(line)
      expect([code > 0, text.includes(hint)], `${line}: ${text}`).toEqual([true, true])
    }
  })
})
