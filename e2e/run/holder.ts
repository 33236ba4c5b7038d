import { Secret } from 'otpauth'
import { askFaucet } from '#features/deposits/deposits.contract.ts'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { en } from '#kit/test/test-texts.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'
import { enterAs } from './enter.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { has, sellsUsdt } from './others.ts'
import { askForOrder, confirm, dualAnswers, type Person, passGates, password, pressConfirm } from './person.ts'
import { recordPath } from './screens.ts'

type Means = {
  /** Amounts from the faucet, each on its default network unless `chain` is set. */
  readonly coins?: Partial<Readonly<Record<Coin, string>>>
  readonly chain?: ChainId
  /** Adds an authenticator. `dataDir` is the product's data folder. */
  readonly google?: { readonly dataDir: string }
  /** Default: true. */
  readonly activate?: boolean
}
export type Held = {
  readonly walletId: string
  /** Shares the browser's session. */
  readonly client: TestClient
  /** Each code works once. */
  readonly codes: () => Promise<string>
}

/** Skips sign-up for tests about something else. */
export async function signIn(
  person: Person,
  { coins = {}, chain = 'bsc', google, activate = true }: Means = {},
): Promise<Held> {
  const client = testClient(person.address)
  const wallet = await client.createWallet({ password, activate })
  const pays = Object.entries(coins) as [Coin, string][]
  for (const [coin, amount] of pays) await client.call(askFaucet, { chain, coin, amount })
  let codes: Held['codes'] = () => Promise.reject(new Error('no authenticator is bound'))
  if (google) {
    await client.confirm()
    codes = oneTimeCodes(Secret.fromBase32((await client.call(setUpGoogle, {})).secret).bytes, google.dataDir)
    await client.call(bindGoogle, { code: await codes() })
  }
  for (const [coin, amount] of pays) await has(client, coin, amount)
  await enterAs(person, client, wallet, activate)
  return { walletId: wallet.walletId, client, codes }
}

export async function becomeHolder(person: Person, dataDir: string): Promise<string> {
  await signIn(person, { coins: { USDT: '500', ATMC: '200' }, google: { dataDir } })
  await askForOrder(person, { product: 1, amount: '100', term: '7 days', reinvest: true })
  await passGates(person, dualAnswers)
  await confirm(person)
  await person.sees(en('order.state.to_be_started'))
  await person.open('/pages/wallet/logs')
  const link = person.page.locator(`a[href*="${recordPath}"]`).first()
  return ((await link.getAttribute('href')) ?? '').replace(/^.*#/, '')
}

/** Uses a currency that no other test trades in. @returns the screens of the ad, the transaction and the dispute */
export async function disputeTrade(person: Person, dataDir: string): Promise<string[]> {
  const { page } = person
  const ad = await sellsUsdt(person.address, dataDir, 'USD')
  await person.open(`/pages/otc/take?id=${ad}`)
  await person.type(en('otc.amount_buy'), '60')
  await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click()
  await confirm(person)
  await person.type(en('otc.payer_name'), 'Ben Khan')
  await person.press(en('otc.i_paid'))
  await pressConfirm(person)
  await person.sees(en('otc.wait_release'))
  await person.press(en('otc.dispute_open'))
  await person.type('What happened', 'I paid an hour ago.')
  await page
    .getByRole('main')
    .getByRole('button', { name: en('otc.dispute_open'), exact: true })
    .click()
  await person.sees(en('otc.dispute_waits'))
  const [, order = ''] = /id=(\d+)/.exec(page.url()) ?? []
  return [`/pages/otc/take?id=${ad}`, `/pages/otc/order?id=${order}`, `/pages/otc/dispute?id=${order}`]
}
