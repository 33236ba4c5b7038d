import { afterAll, beforeAll, expect, it } from 'vitest'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, newParty } from '#server/test/test-funds.ts'
import { walletRecords } from '../balances.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('names the other side of a transfer by its masked nickname, never in full', async () => {
  const [giver, taker] = [await newParty(app), await newParty(app)]
  await taker.client.call(renameWallet, { nickname: 'Maria' })
  await credit(app, giver, 'bsc', 'USDT', '100')
  await giver.client.call(makeTransfer, { receiverId: taker.walletId, coin: 'USDT', amount: '20' })
  const sides = async ({ client }: typeof giver) =>
    (await client.call(walletRecords, { code: 4 })).items.map(({ counterpart }) => counterpart)
  expect(await sides(giver)).toEqual([{ kind: 'wallet', id: taker.walletId, name: 'M•••a' }])
  const [side] = await sides(taker)
  expect(side).toMatchObject({ kind: 'wallet', id: giver.walletId })
})
