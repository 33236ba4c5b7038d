import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { available, company, held } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import type { TestApp } from '#server/test/test-app.ts'
import { credit, newParty, type Party } from '#server/test/test-funds.ts'
import type { postAd } from './ads/ads.contract.ts'
import type { takeAd } from './orders/transactions.contract.ts'

export const units = (text: string): bigint => parseUnits(text) ?? 0n

export const bankOf = (holder: string) => ({
  paymentMethod: 1,
  details: { holder, bank: 'Meezan', account: 'PK36SCBL0000001123456702' },
})

export async function newTrader(app: TestApp, usdt = '', choices = {}): Promise<Party> {
  const party = await newParty(app, choices)
  await party.client.call(declareRegion, { region: 'PK' })
  if (usdt) await credit(app, party, 'bsc', 'USDT', usdt)
  return party
}

export type AdInput = CallInputOf<typeof postAd>
export const adInput = (change: Partial<AdInput> = {}): AdInput => ({
  side: 'sell',
  fiat: 'PKR',
  amount: '1000',
  price: '280',
  least: '20',
  most: '600',
  window: 30,
  terms: 'No third party.',
  methods: [bankOf('Ana Ruiz')],
  ...change,
})

export const takeInput = (
  id: number,
  change: Partial<CallInputOf<typeof takeAd>> = {},
): CallInputOf<typeof takeAd> => ({
  id,
  amount: '100',
  price: '280',
  paymentMethod: 1,
  ...change,
})

export async function coinsOf(app: TestApp, walletId: WalletId) {
  const of = (account: Parameters<typeof balanceOf>[1]) => balanceOf(app.db, account, 'USDT')
  return { available: await of(available(walletId)), held: await of(held(walletId)), fees: await of(company('fees')) }
}
