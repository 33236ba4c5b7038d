import { describe, expect, it } from 'vitest'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { audit } from './audit.store.ts'
import { available, outside } from './posting/chart.ts'
import { ledgerOf } from './posting/ledger.store.ts'

const ana = 'ANA0000000' as WalletId

describe('the audit', () => {
  it('names what somebody broke who switched the guards off', async () => {
    const broken = await testDb()
    await ledgerOf(broken).submit({
      key: 'd1',
      at: new Date('2026-11-21T10:00:00Z'),
      postings: [{ from: outside('eth'), to: available(ana), asset: 'USDT', units: 10n, code: 2 }],
    })
    expect(await audit(broken)).toEqual([])
    await asOwner(
      broken,
      `ALTER TABLE books.account DISABLE TRIGGER by_the_ledger;
       UPDATE books.account SET balance = 11 WHERE owner = 'wallet:${ana}';
       INSERT INTO books.movement SELECT 1, 5, 1, 99, 'any', 'theft'; GRANT UPDATE ON books.account TO glasshouse`,
    )
    expect((await audit(broken)).map(({ rule, count }) => [rule, count])).toEqual([
      ['the balances of an asset sum to zero', 1],
      ['a balance is the sum of its postings', 1],
      ['the guards stand: no trigger of the books is switched off, and there is none that is not ours', 1],
      ['the books belong to the ledger alone: nobody else owns, writes or adds anything in them', 1],
      ['the table of movements is the one in the code', 1],
    ])
    await broken.close()
  })
})
