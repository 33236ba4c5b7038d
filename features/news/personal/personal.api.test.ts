import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freezeWallet } from '#features/security/security.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { dayMs } from '#kit/clock.ts'
import { type TestApp, testApp } from '#server/test-app.ts'
import { credit, newParty, type Party } from '#server/test-funds.ts'
import { listOwnNotices, readOwnNotices } from './personal.contract.ts'

describe('one’s own notices', () => {
  let app: TestApp
  const party = () => newParty(app)
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())
  const kindsOf = async ({ client }: Party) => (await client.call(listOwnNotices, {})).items.map(({ kind }) => kind)

  it('are none in a new wallet', async () => {
    const { client } = await party()
    expect(await client.call(listOwnNotices, {})).toMatchObject({ items: [], unread: 0 })
  })

  it('tell of coins to whoever got them, and to nobody else', async () => {
    const [giver, taker] = [await party(), await party()]
    await credit(app, giver, 'bsc', 'USDT', '100')
    await giver.client.call(makeTransfer, { receiverId: taker.walletId, coin: 'USDT', amount: '20' })
    expect(await kindsOf(taker)).toEqual(['arrived'])
    expect(await kindsOf(giver)).toEqual(['arrived'])
    const { items } = await taker.client.call(listOwnNotices, {})
    expect(items[0]?.subject).toMatch(/^\d+$/)
  })

  it('are unread until they were read, and what comes after is unread again', async () => {
    const [giver, holder] = [await party(), await party()]
    await credit(app, giver, 'bsc', 'USDT', '100')
    const give = () => giver.client.call(makeTransfer, { receiverId: holder.walletId, coin: 'USDT', amount: '20' })
    await give()
    const first = await holder.client.call(listOwnNotices, {})
    expect(first.unread).toBe(1)
    await holder.client.call(readOwnNotices, { read: first.read })
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(0)
    app.clock.advance(1000)
    await give()
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(1)
    // What an older screen says takes nothing back, and nobody reads what is still to come.
    await holder.client.call(readOwnNotices, { read: '99999999999999.99999999999999' })
    await holder.client.call(readOwnNotices, { read: first.read })
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(0)
    app.clock.advance(1000)
    await give()
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(1)
  })

  it('tell what was changed about what guards the wallet', async () => {
    const holder = await party()
    await holder.client.call(freezeWallet, { frozen: true })
    await holder.client.call(freezeWallet, { frozen: true })
    app.wall.advance(1000)
    await holder.client.call(freezeWallet, { frozen: false })
    expect(await kindsOf(holder)).toEqual(['unfrozen', 'frozen'])
  })

  it('reach back thirty days', async () => {
    const holder = await party()
    await credit(app, holder, 'bsc', 'USDT', '1')
    app.clock.advance(31 * dayMs)
    expect(await kindsOf(holder)).toEqual([])
  })

  it('refuse a mark that is none, and answer nobody who is not signed in', async () => {
    const { client } = await party()
    expect(await client.refusal(readOwnNotices, { read: 'x' })).toBe('field.format')
    expect(await app.client().refusal(listOwnNotices, {})).toMatch(/^session\./)
  })
})
