import { readFileSync } from 'node:fs'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { devFees } from '../dev-chain/dev-genesis.ts'
import { transferData } from '../evm/erc20.ts'
import { signTransaction } from '../evm/evm-transaction.ts'
import type { Rpc } from '../evm/json-rpc.ts'
import { addressWord, type Hex, word } from '../keys/bytes.ts'
import type { KeyPair } from '../keys/derivation.ts'

export type BatchPlace = {
  readonly rpc: Rpc
  readonly evmChainId: number
  readonly deployer: KeyPair
  readonly tokenOf: (chain: ChainId, coin: Coin) => Hex
  mine(): Promise<void>
}
export type Batch = {
  /** Sends one transaction in the next block. @returns its hash */
  pay(chain: ChainId, coin: Coin, payments: readonly BatchPayment[], times?: number): Promise<Hex>
}
export type BatchPayment = { readonly to: string; readonly baseUnits: bigint }

export const gasMax = 16_000_000n

/** Selector of pay(address,address[],uint256[],uint256). */
const paySelector = '4c91cfe3'

const list = (words: readonly string[]): string => word(BigInt(words.length)) + words.join('')

const payData = (token: Hex, payments: readonly BatchPayment[], times: number): Hex => {
  const receivers = list(payments.map(({ to }) => addressWord(to)))
  const values = list(payments.map(({ baseUnits }) => word(baseUnits)))
  const head = [word(128n), word(128n + BigInt(receivers.length / 2)), word(BigInt(times))].join('')
  return `0x${paySelector}${addressWord(token)}${head}${receivers}${values}`
}

/** Tests only: a contract with a million of each coin that pays many times per transaction. */
export async function testBatch(place: BatchPlace, coins: readonly (readonly [ChainId, Coin])[]): Promise<Batch> {
  const { rpc, evmChainId, deployer, tokenOf } = place
  const send = async (to: Hex | undefined, data: Hex, gas: bigint): Promise<Hex> => {
    const nonce = Number(await rpc('eth_getTransactionCount', [deployer.address, 'pending']))
    const { raw } = signTransaction({ evmChainId, nonce, to, data, value: 0n, gas, ...devFees }, deployer.privateKey)
    return (await rpc('eth_sendRawTransaction', [raw])) as Hex
  }
  const file = new URL('../contracts/TestBatch.json', import.meta.url)
  const { bytecode } = JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex }
  const hash = await send(undefined, bytecode, 1_000_000n)
  await place.mine()
  const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { contractAddress?: Hex } | null
  const address = receipt?.contractAddress
  expect(address, 'the contract was deployed')
  for (const [chain, coin] of coins) await send(tokenOf(chain, coin), transferData(address, 10n ** 24n), 100_000n)
  await place.mine()
  return {
    pay: (chain, coin, payments, times = 1) => send(address, payData(tokenOf(chain, coin), payments, times), gasMax),
  }
}
