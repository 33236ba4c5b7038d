import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import type { Asset } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { openClock } from '#kit/time/clock.store.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { recordsOf } from '#ledger/records/records.store.ts'
import { operate } from '../../test/test-operator.ts'

const one = 100_000_000n

describe('what the operator gives and takes', () => {
  let db: Db
  let clock: Awaited<ReturnType<typeof openClock>>
  let ana: WalletId
  const type = (line: string) => operate({ db, clock }, line)
  const has = (asset: Asset) => balanceOf(db, available(ana), asset)
  beforeAll(async () => {
    db = await testDb()
    clock = await openClock(db)
    ana = (await testWallet(db, { at: clock.now() })).walletId
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: 100n * one } as const]
    await db.transaction((tx) => post(tx, { key: 'capital', at: clock.now(), postings }))
  })
  afterAll(async () => {
    clock.close()
    await db.close()
  })

  it('comes out of capital, or of nothing where it is a point or a retired coin, under its code and with its reason', async () => {
    for (const [line, asset, code, after] of [
      [`coin import ${ana} 30 USDT from the old system`, 'USDT', 0, 30n],
      [`coin import ${ana} 5 ATM from the old system`, 'ATM', 0, 5n],
      [`coin reward ${ana} 20 USDT found a fault`, 'USDT', 1, 50n],
      [`power import ${ana} 7 from the old system`, 'POWER', 0, 7n],
      [`power give ${ana} 2 a fault of ours`, 'POWER', 1, 9n],
      [`power take ${ana} 9 given twice`, 'POWER', 1, 0n],
    ] as const) {
      expect((await type(line)).code, line).toBe(0)
      expect(await has(asset), line).toBe(after * one)
      const [record] = await recordsOf(db, { walletId: ana, limit: 1 })
      expect(record, line).toMatchObject({ asset, code, ref: 'ops:gift' })
      const [verb, noun] = line.split(' ')
      expect((await operations(db, 1))[0]).toMatchObject({ verb: `${verb} ${noun}` })
    }
    expect(await balanceOf(db, company('capital'), 'USDT')).toBe(50n * one)
    expect(await audit(db)).toEqual([])
  })

  it('needs a wallet, an amount, a reason, and what is there', async () => {
    for (const [line, hint] of [
      ['coin import NOBODY 1 USDT why', 'wallet: its ID'],
      [`coin import ${ana} 0 USDT why`, 'amount: a number above 0'],
      [`coin import ${ana} 1 GOLD why`, 'coin: one of'],
      [`coin reward ${ana} 1 USDT`, 'reason: why'],
      [`coin reward ${ana} 1 ATM why`, 'retired coin'],
      [`coin reward ${ana} 50.1 USDT why`, 'refused: balance.insufficient coin=USDT'],
      [`power take ${ana} 0.1 why`, 'refused: balance.insufficient coin=POWER'],
    ] as const) {
      const { code, text } = await type(line)
      expect([code > 0, text.includes(hint)], `${line}: ${text}`).toEqual([true, true])
    }
  })
})
