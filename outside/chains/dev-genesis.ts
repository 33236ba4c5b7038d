import { readFileSync } from 'node:fs'
import { mnemonicToSeedSync } from '@scure/bip39'
import { parseUnits } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import { type ChainId, type ChainIdOf, chainCoin, chainsOf } from '#kit/chains.ts'
import { expect } from '#kit/expect.ts'
import { type Hex, toHex, word } from './bytes.ts'
import { type KeyPair, keyAt } from './derivation.ts'
import { mintData, toBaseUnits, transferData } from './erc20.ts'
import { contractAddress, type EvmTransaction, signTransaction } from './evm-transaction.ts'

/** What the company brings into the demo at its start, by real transfers from its address to the hot wallet: decimal text. */
export const demoCapital: Readonly<Record<ChainIdOf<'evm'>, Readonly<Partial<Record<Coin, string>>>>> = {
  eth: { USDT: '500000', WLD: '500000' },
  bsc: { USDT: '1000000', ATMC: '20000000', ATMX: '20000000' },
}
/** What the faucet can give away in all, of each coin: decimal text. */
const faucetStock = '1000000000'

/** The two keys of the embedded chain: who deploys and gives, and the company's address. */
export type DevKeys = { readonly deployer: KeyPair; readonly company: KeyPair }

/** The keys of a phrase, at the paths the node itself gives its rich accounts. */
export function devKeys(mnemonic: string): DevKeys {
  const seed = mnemonicToSeedSync(mnemonic)
  return { deployer: keyAt(seed, "m/44'/60'/0'/0/0"), company: keyAt(seed, "m/44'/60'/0'/0/1") }
}

/** Every token of the embedded chain, in the order they are deployed. The order fixes their addresses. */
const tokenList = chainsOf('evm').flatMap((chain) =>
  coins.flatMap((coin) => {
    const terms = chainCoin(chain, coin)
    // USDT on Ethereum is the one that returns nothing.
    return terms ? [{ chain, coin, decimals: terms.decimals, silent: chain === 'eth' && coin === 'USDT' }] : []
  }),
)

/** The token contracts of a chain: disjoint lists, though both chains share one node. */
export function devTokens({ deployer }: DevKeys, chain: ChainId): Readonly<Partial<Record<Coin, Hex>>> {
  const mine = tokenList.map((token, nonce) => ({ ...token, address: contractAddress(deployer.address, nonce) }))
  return Object.fromEntries(mine.filter((token) => token.chain === chain).map(({ coin, address }) => [coin, address]))
}

const oneEther = 10n ** 18n
/** One gwei; the base fee of a nearly empty chain falls below it. */
export const devFees = { feeMaxPerGas: 10n ** 11n, tipMaxPerGas: 10n ** 9n } as const

/** A transaction by one of the keys of the embedded chain, signed. */
export function devTransaction(
  key: KeyPair,
  evmChainId: number,
  nonce: number,
  call: { to: Hex | undefined; data?: Hex; value?: bigint },
): Hex {
  const { to, data = '0x', value = 0n } = call
  const gas = to ? 100_000n : 2_000_000n
  const transaction: EvmTransaction = { evmChainId, nonce, to, data, value, gas, ...devFees }
  return signTransaction(transaction, key.privateKey).raw
}

/** Text of at most 32 bytes as the two words of its ABI form: length and bytes. */
function textWords(text: string): string {
  const bytes = new TextEncoder().encode(text)
  expect(bytes.length <= 32, 'names of test tokens are short')
  return word(BigInt(bytes.length)) + toHex(bytes).slice(2).padEnd(64, '0')
}

function deployData(coin: Coin, decimals: number, silent: boolean): Hex {
  const file = new URL('./contracts/TestToken.json', import.meta.url)
  const artefact = JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex }
  const head = [128n, 192n, BigInt(decimals), silent ? 1n : 0n].map(word).join('')
  return `${artefact.bytecode}${head}${textWords(`Test ${coin}`)}${textWords(coin)}`
}

const baseUnits = (text: string, decimals: number): bigint => {
  const units = parseUnits(text)
  expect(units !== undefined, `${text} is an amount`)
  return toBaseUnits(units, decimals)
}

type Call = { readonly by: keyof DevKeys; readonly to: Hex | undefined; readonly data?: Hex; readonly value?: bigint }

/**
 * Everything that happens on the chain before the first customer: tokens deployed and minted, the hot wallet given gas, the company's
 * capital brought in. The same keys and hot wallet give the same list, so that a start that was cut short goes on where it stopped.
 */
function genesisCalls(keys: DevKeys, hotAddress: Hex): readonly Call[] {
  const { deployer, company } = keys
  const tokens = tokenList.map((token, nonce) => ({
    ...token,
    address: contractAddress(deployer.address, nonce),
    capital: baseUnits(demoCapital[token.chain][token.coin] ?? '0', token.decimals),
  }))
  return [
    ...tokens.map(({ coin, decimals, silent }) => ({
      by: 'deployer' as const,
      to: undefined,
      data: deployData(coin, decimals, silent),
    })),
    ...tokens.flatMap(({ address, decimals, capital }) => [
      { by: 'deployer' as const, to: address, data: mintData(deployer.address, baseUnits(faucetStock, decimals)) },
      { by: 'deployer' as const, to: address, data: mintData(company.address, capital) },
    ]),
    { by: 'deployer', to: hotAddress, value: 100n * oneEther },
    ...tokens.map(({ address, capital }) => ({
      by: 'company' as const,
      to: address,
      data: transferData(hotAddress, capital),
    })),
  ]
}

/**
 * The transactions of the beginning that are not on the chain yet, signed.
 * @param done how many transactions each key has sent.
 */
export function genesisRest(
  keys: DevKeys,
  hotAddress: Hex,
  evmChainId: number,
  done: Readonly<Record<keyof DevKeys, number>>,
): readonly Hex[] {
  const nonces = { deployer: 0, company: 0 }
  return genesisCalls(keys, hotAddress).flatMap(({ by, ...call }) => {
    const nonce = nonces[by]
    nonces[by] += 1
    return nonce < done[by] ? [] : [devTransaction(keys[by], evmChainId, nonce, call)]
  })
}
