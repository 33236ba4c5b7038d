import { chains } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { jsonRpc } from '../evm/json-rpc.ts'
import type { Network } from '../networks.ts'
import { tronHttp } from '../tron/http.ts'
import type { Gift } from './dev-faucet.ts'

export const giftPath = '/simulated/faucet'

/** @returns the transaction's hash @throws RpcRefused, RpcUnreachable */
export async function askGift(network: Network, gift: Gift): Promise<string> {
  expect(network.demo, 'only the demo gives coins away')
  if (chains[network.chain].form !== 'tron') return String(await jsonRpc(network.rpcUrl)('glasshouse_faucet', [gift]))
  return String(((await tronHttp(network.rpcUrl)(giftPath, gift)) as { txid?: string }).txid)
}
