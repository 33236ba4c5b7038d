import { firstCreditEntry } from '#custody/watching/deposits/first-credit.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import { reserveOrder } from '#features/investing/reservations/reservations.contract.ts'
import { disableAd, postAd } from '#features/otc/ads/ads.contract.ts'
import { markPaid, takeAd } from '#features/otc/orders/transactions.contract.ts'
import { adInput, bankOf, newTrader, takeInput } from '#features/otc/test-otc.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { testWallet } from '#identity/test-wallet.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomUuid } from '#kit/text/random.ts'
import { actDigest } from '#kit/wire/signing/act.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { exchangeQuote } from '#market/trade/exchange.contract.ts'
import type { TestApp } from './test-app.ts'
import { credit, type Holder, newHolder } from './test-funds.ts'
import { home } from './test-money-world.ts'
import { shelf } from './test-shop.ts'

export type Caller = {
  readonly walletId: WalletId
  readonly client: Holder['client']
  readonly inputs: Readonly<Record<string, () => Promise<unknown>>>
}

const dollars = { fiat: 'USD', price: '1' } as const
async function wanted(app: TestApp) {
  const maker = await newTrader(app)
  const input = adInput({ ...dollars, side: 'buy', methods: [{ paymentMethod: 1 }] })
  const { id } = await maker.client.call(postAd, input)
  return { maker, take: takeInput(id, { amount: '150', price: '1', details: bankOf('Ana Ruiz').details }) }
}

const act = actDigest({ method: 'POST', path: makeTransfer.path, key: randomUuid(), fields: {} })
const passkey = { id: 'none', clientData: 'none', authenticatorData: 'none', signature: 'none' }
const ofPasskeys = {
  'POST /wallet/passkey-ask': async () => ({ act }),
  'POST /wallet/passkey-check': async () => ({ act, passkey }),
}

const orderFor = (client: Holder['client']) => async (productId: number) => {
  const { card } = await client.call(getProduct, { productId })
  return { productId, amount: '100', days: 7, reinvest: false, card: card.hash }
}

type Boost = { readonly productId: number; readonly amount: string; readonly card: string }
const boosted = ({ productId, amount, card }: Boost): Boost => ({ productId, amount, card })
type Trade = { readonly exchangeId: number; readonly direction: 'buy' | 'sell'; readonly amount: string }
const bought = (order: object, { amount, ...trade }: Trade, code: string) => ({
  ...order,
  ...trade,
  giveAmount: amount,
  least: '0',
  code,
})

export async function newCaller(app: TestApp): Promise<Caller> {
  const holder = await newHolder(app)
  const { client, walletId } = holder
  const fresh = async (): Promise<string> => {
    const code = holder.code()
    await client.confirm()
    return code
  }
  for (const coin of ['USDT', 'ATMC'] as const) await credit(app, holder, 'bsc', coin, '5000')
  await app.db.transaction((tx) => post(tx, firstCreditEntry(walletId, app.clock.now())))
  await passGates(app.db, walletId)
  await holder.bind('bsc', home)

  const orderOf = orderFor(client)
  const buy = async () => (await client.call(buyOrder, await orderOf(shelf.dual))).order.orderId
  const [toCancel, toReinvest] = [await buy(), await buy()]
  const { reservation } = await client.call(reserveOrder, await orderOf(shelf.alsoReserved))
  const { maker, take } = await wanted(app)
  const trade = await client.call(takeAd, { ...take, code: await fresh() })
  await maker.client.call(markPaid, { id: trade.id, payerName: 'Ben Khan' })
  const next = (await wanted(app)).take
  const ad = await client.call(postAd, adInput({ ...dollars, side: 'buy', methods: [{ paymentMethod: 1 }] }))
  await client.call(disableAd, { id: ad.id })
  const withdrawal = { chain: 'bsc', coin: 'USDT', amount: '20' } as const
  const { id: toTakeBack } = await client.call(requestWithdrawal, { ...withdrawal, code: await fresh() })
  const { walletId: receiverId } = await testWallet(app.db)
  const asked = { exchangeId: 1, direction: 'buy', amount: '150' } as const
  const { least } = await client.call(exchangeQuote, asked)

  const signed = { address: home, remark: 'mine' }
  return {
    walletId,
    client,
    inputs: {
      'GET /wallet/recharge': async () => ({ chain: 'bsc', coin: 'USDT' }),
      'POST /wallet/withdraw': async () => ({ ...withdrawal, code: await fresh() }),
      'POST /wallet/withdraw-cancel': async () => ({ id: toTakeBack }),
      'POST /my/address-bind': async () => ({ chain: 'bsc', ...signed, code: '000000', ...holder.sign('bsc', home) }),
      'POST /my/address-change': async () => ({
        chain: 'bsc',
        ...signed,
        code: '000000',
        ...holder.signChange('bsc', home, home),
      }),
      'GET /wallet/target': async () => ({ receiverId }),
      [`POST ${makeTransfer.path}`]: async () => ({ receiverId, coin: 'USDT', amount: '10', code: await fresh() }),
      'GET /exchange/quote': async () => asked,
      'POST /exchange/trade': async () => ({ ...asked, least, code: await fresh() }),
      'POST /invest/buy': async () => orderOf(shelf.dual),
      'POST /invest/exchange-and-buy': async () => bought(await orderOf(shelf.dual), asked, await fresh()),
      'POST /invest/reserve': async () => orderOf(shelf.reserved),
      'POST /invest/reservation-pay': async () => ({ orderId: reservation.orderId }),
      'POST /invest/accelerate': async () => boosted(await orderOf(22)),
      'POST /invest/reinvest': async () => ({ orderId: toReinvest, reinvest: true }),
      'POST /invest/cancel': async () => ({ orderId: toCancel }),
      'POST /invest/draw': async () => ({ hash: '0'.repeat(64), holderSeed: 'any' }),
      'POST /mining/compensate': async () => ({ amount: '1' }),
      'GET /otc/ads': async () => ({ fiat: 'USD' }),
      'POST /otc/ad': async () => adInput({ ...dollars, methods: [bankOf('Ana Ruiz')], code: await fresh() }),
      'POST /otc/ad-enable': async () => ({ id: ad.id }),
      'POST /otc/take': async () => ({ ...next, code: await fresh() }),
      'POST /otc/release': async () => ({ id: trade.id, payerName: 'Ben Khan', code: await fresh() }),
      ...ofPasskeys,
      'POST /upload': async () => ({ category: 'avatar', filetype: 'image', file: new Uint8Array([1, 2, 3]) }),
    },
  }
}
