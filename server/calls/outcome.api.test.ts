import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomUuid } from '#kit/text/random.ts'
import { askOutcome } from '#kit/wire/contracts/outcome.contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import type { TestClient } from '../test/test-client.ts'

describe('a write whose answer was lost', () => {
  let world: TestApp
  let payer: TestClient
  let walletId: WalletId
  let receiverId: WalletId
  beforeAll(async () => {
    world = await testApp()
    receiverId = (await world.client().createWallet()).walletId
    payer = world.client()
    walletId = (await payer.createWallet()).walletId
    await payer.confirm()
    const given = {
      from: outside('eth'),
      to: available(walletId),
      asset: 'USDT',
      units: 10_00000000n,
      code: 2,
    } as const
    await world.db.transaction((tx) => post(tx, { key: 'given', at: world.clock.now(), postings: [given] }))
  })
  afterAll(() => world.close())

  const pay = (key: string, amount = '1') =>
    payer.send(
      makeTransfer,
      { receiverId, coin: 'USDT', amount, remark: '' },
      { headers: { [headers.idempotencyKey]: key } },
    )
  const received = () => balanceOf(world.db, available(receiverId), 'USDT')

  it('is told to have been done, as often as one asks', async () => {
    const key = randomUuid()
    expect((await pay(key)).envelope.code).toBe(0)
    expect(await payer.call(askOutcome, { key })).toEqual({ outcome: 'done' })
    expect(await payer.call(askOutcome, { key: key.toUpperCase() })).toEqual({ outcome: 'done' })
    expect(await received()).toBe(1_00000000n)
  })

  it('is told never to happen where it did not arrive, and then does not, however late it comes', async () => {
    const key = randomUuid()
    expect(await payer.call(askOutcome, { key })).toEqual({ outcome: 'never' })
    expect(await payer.call(askOutcome, { key })).toEqual({ outcome: 'never' })
    expect((await pay(key)).envelope.msg).toBe('request.key_conflict')
    expect(await received()).toBe(1_00000000n)
  })

  it('is settled one way or the other when it arrives at the moment one asks', async () => {
    for (let round = 0; round < 6; round += 1) {
      const before = await received()
      const key = randomUuid()
      const [paid, { outcome }] = await Promise.all([pay(key, '0.5'), payer.call(askOutcome, { key })])
      expect([outcome, (await received()) - before]).toEqual(
        paid.envelope.code === 0 ? ['done', 50_000_000n] : ['never', 0n],
      )
    }
  })

  it('was refused: nothing is left of it, and nothing comes of it', async () => {
    const key = randomUuid()
    expect((await pay(key, '5000')).envelope.msg).toBe('balance.insufficient')
    expect(await payer.call(askOutcome, { key })).toEqual({ outcome: 'never' })
  })

  it('is nobody else’s to ask about', async () => {
    const key = randomUuid()
    await pay(key)
    const other = world.client()
    await other.createWallet()
    expect(await other.call(askOutcome, { key })).toEqual({ outcome: 'never' })
    expect(await payer.call(askOutcome, { key })).toEqual({ outcome: 'done' })
  })

  it('has a key of the form keys have', async () => {
    expect(await payer.refusal(askOutcome, { key: 'mine' })).toBe('field.format')
  })
})
