import { walletAssets } from '#features/balances/balances.contract.ts'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { postAd } from '#features/otc/ads/ads.contract.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { until } from '#kit/test/test-until.ts'
import { exchangeQuote, makeTrade } from '#market/trade/exchange.contract.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'
import { ops } from './product.ts'

export async function has(client: TestClient, wanted: Coin, amount: string): Promise<void> {
  const available = async () => (await client.call(walletAssets, {})).items.find(({ coin }) => coin === wanted)
  await until(`${amount} ${wanted} are credited`, async () => (await available())?.available === amount)
}
export const hasUsdt = (client: TestClient, amount: string): Promise<void> => has(client, 'USDT', amount)

/** An invited wallet pays the fee of a 1,000 USDT trade. */
export async function invitedPays(address: string, dataDir: string, sponsorId: string): Promise<void> {
  const invited = testClient(address)
  const { walletId } = await invited.createWallet({ sponsorId })
  await ops({ dataDir }, 'faucet', walletId, '1000', 'USDT', '--yes')
  await hasUsdt(invited, '1000')
  const order = { exchangeId: 2, direction: 'buy', amount: '1000' } as const
  const { least } = await invited.call(exchangeQuote, order)
  await invited.confirm()
  await invited.call(makeTrade, { ...order, least })
}

/** Offers 300 USDT from Singapore. @returns the ad */
export async function sellsUsdt(address: string, dataDir: string, fiat = 'SGD'): Promise<number> {
  const seller = testClient(address)
  const { walletId } = await seller.createWallet()
  await seller.call(declareRegion, { region: 'SG' })
  await ops({ dataDir }, 'faucet', walletId, '500', 'USDT', '--yes')
  await hasUsdt(seller, '500')
  await seller.confirm()
  const bank = { paymentMethod: 1, details: { holder: 'Ana Ruiz', bank: 'DBS', account: '0039123456' } }
  const ad = { side: 'sell', fiat, amount: '300', price: '1.3', least: '50', most: '300', window: 30 } as const
  return (await seller.call(postAd, { ...ad, methods: [bank] })).id
}
