import { multiply, parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { devNetworksText } from '#outside/chains/dev-chain/dev-chain.ts'
import { readNetworks } from '#outside/chains/networks.ts'
import { portTo } from '#outside/chains/registry.ts'

/** In units of 10⁻⁸. */
export async function unitsOnChain(dataDir: string, chain: ChainId, coin: Coin, address: Address): Promise<bigint> {
  const network = readNetworks(devNetworksText(dataDir) ?? '[]').find((each) => each.chain === chain)
  const terms = chainCoin(chain, coin)
  expect(network && terms, `${coin} travels on ${chain}`)
  const base = await portTo(network).balance(coin, address)
  return multiply(base, { numerator: parseUnits('1') ?? 0n, denominator: 10n ** BigInt(terms.decimals) }, 'down')
}
