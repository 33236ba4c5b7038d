import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOrder } from '#features/investing/investing.contract.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import { firstBrokenOperation, operations } from '#identity/operators/operator-log.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { operate } from '../../test/test-operator.ts'

const one = 100_000_000n
const hash = (digit: string) => `0x${digit.repeat(64)}`

describe('the operator and a fund', () => {
  let world: InvestingWorld
  let ana: WalletId
  let orderId: number
  let agrees = true
  const type = (line: string) => operate(world, line, { agrees })
  const venue = () => balanceOf(world.db, { owner: 'outside:venue', purpose: 'all' }, 'USDT')

  beforeAll(async () => {
    world = await investingWorld()
    ana = await world.wallet()
    orderId = (await world.buy(ana, { fundId: 34, productId: undefined, days: undefined, amount: '1000' })).orderId
  })
  afterAll(() => world.close())

  it('sends nothing before an order has started, and asks before anything moves', async () => {
    expect(await type(`fund send 34 1000 bsc ${hash('1')} to the venue`)).toMatchObject({ code: 1 })
    await world.pass(2 * dayMs)
    agrees = false
    expect((await type(`fund send 34 1000 bsc ${hash('1')} to the venue`)).text).toContain('Nothing was changed')
    expect(await venue()).toBe(0n)
    agrees = true
    const { code, text } = await type(`fund send 34 1000 bsc ${hash('1')} to the venue`)
    expect(code).toBe(0)
    expect(text).toContain('will: book as sent to the venue: 1000 USDT of fund 34')
    expect(text).toContain('1000 USDT at the venue')
    expect(await venue()).toBe(-1_000n * one)
  })

  it('needs a fund, a transaction and a reason', async () => {
    expect((await type(`fund send 1 5 bsc ${hash('2')} why`)).text).toContain('No fund 1')
    expect((await type('fund send 34 5 bsc 0x12 why')).text).toContain('transaction: its hash')
    expect((await type(`fund book-profit 34 5 bsc ${hash('2')}`)).text).toContain('reason:')
    expect((await type('fund book-loss 34 5')).text).toContain('reason:')
    expect((await type('fund hold 34 4d because')).text).toContain('at most 72h')
    expect((await type('fund hold 34 4d because')).code).toBe(2)
  })

  it('books a profit once, and a loss with its reason; both are public and in the log', async () => {
    expect((await type(`fund book-profit 34 30 bsc ${hash('3')} november result`)).code).toBe(0)
    expect((await type(`fund book-profit 34 30 bsc ${hash('3')} november result`)).text).toContain(
      'invest.transaction_booked',
    )
    expect(await balanceOf(world.db, poolFree('fund'), 'USDT')).toBe(30n * one)
    const { text } = await type('fund book-loss 34 100 a position was closed by the venue')
    expect(text).toContain('1 orders are lower; fund 34 is worth 0.9 USDT for a share')
    const { timeline } = await world.call(getOrder, ana, { orderId })
    expect(timeline.at(-1)).toMatchObject({ params: { reason: 'a position was closed by the venue' } })
    const [latest] = await operations(world.db, 1)
    expect(latest).toMatchObject({ verb: 'fund book-loss' })
    expect(await firstBrokenOperation(world.db)).toBeUndefined()
  })

  it('books nothing outside a demo while the venue has no address: a hash nobody has seen proves no coin', async () => {
    const before = await balanceOf(world.db, poolFree('fund'), 'USDT')
    for (const verb of ['book-profit', 'return', 'send']) {
      const { code, text } = await operate(world, `fund ${verb} 34 5 bsc ${hash('6')} unseen`, { demo: false })
      expect([code, text]).toEqual([2, expect.stringContaining('The venue has no address yet')])
    }
    expect(await balanceOf(world.db, poolFree('fund'), 'USDT')).toBe(before)
  })

  it('books from a registered venue only what was seen coming from it, to the unit', async () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    expect((await type(`fund venue 34 bsc ${address.slice(0, -1)} it trades there`)).code).toBe(2)
    expect((await type(`fund venue 34 bsc ${address.toLowerCase()} it trades there`)).text).toContain(
      `${address} belongs to the venue`,
    )
    expect((await type(`fund book-profit 34 5 bsc ${hash('5')} december`)).text).toContain(
      'invest.fund_limit maximum=0',
    )
    await world.db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units, remainder,
         kind, state, seen_at, credited_at)
       VALUES ('bsc', $1, 0, 1, 'b', 'USDT', $2, 'hot', 1, $3, 0, 'venue', 'credited', $4, $4)`,
      [hash('5'), address, 5n * one, world.clock.now()],
    )
    expect((await type(`fund book-profit 34 6 bsc ${hash('5')} december`)).text).toContain(
      'invest.fund_limit maximum=5',
    )
    expect((await type(`fund book-profit 34 5 bsc ${hash('5')} december`)).code).toBe(0)
    await world.db.query('DELETE FROM venue_address')
  })

  it('holds the value back and lets it go, brings coins back, and shows where everything is', async () => {
    expect((await type('fund hold 34 24h a result is not booked yet')).code).toBe(0)
    expect((await type('fund show')).text).toContain('34  value held back until')
    expect((await type('fund nav 34 the result is in')).text).toContain('0.9 USDT for a share')
    expect((await type(`fund return 34 900 bsc ${hash('4')} back`)).text).toContain('0 USDT at the venue')
    expect((await type('fund show')).text).toContain(
      '34  value 0.9 · running 900 · at venue 0 · to release 0 · profit 35',
    )
    expect((await type('ledger verify')).text).toContain('Everything holds')
  })
})
