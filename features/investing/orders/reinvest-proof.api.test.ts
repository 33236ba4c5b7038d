import { afterAll, beforeAll, expect, it } from 'vitest'
import { freezeWallet } from '#features/security/security.contract.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { newParty, type Party } from '#server/test/test-funds.ts'
import { setReinvest } from '../investing.contract.ts'

let app: TestApp
let holder: Party
beforeAll(async () => {
  app = await testApp()
  holder = await newParty(app)
})
afterAll(() => app.close())

it('a session alone neither locks coins for another round nor gives a side coin up; with the password also a frozen wallet may leave', async () => {
  const ask = async (reinvest: boolean) =>
    (await holder.client.send(setReinvest, { orderId: 1, reinvest })).envelope.msg
  holder.client.line.walletToken = undefined
  for (const reinvest of [true, false]) expect(await ask(reinvest)).toBe('session.wallet_token_missing')
  await holder.client.confirm()
  expect(await ask(false)).toBe('invest.order_missing')
  await holder.client.call(freezeWallet, { frozen: true })
  expect(await ask(false)).toBe('invest.order_missing')
  expect(await ask(true)).toBe('identity.frozen')
})
