import { readFileSync } from 'node:fs'
import { mnemonicToSeedSync } from '@scure/bip39'
import { parseUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin, chainsOf } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { mintData, toBaseUnits, transferData } from '../evm/erc20.ts'
import { contractAddress, type EvmTransaction, signTransaction } from '../evm/evm-transaction.ts'
import { setCapData } from '../evm/vault.ts'
import { addressWord, type Hex, toHex, word } from '../keys/bytes.ts'
import { type KeyPair, keyAt } from '../keys/derivation.ts'
import { type CoinCaps, firstRules, readRules } from '../signer/signer-rules.ts'

/** Total per coin, decimal string. */
const faucetStock = '1000000000'

/** The deployer also runs the faucet; the owner owns the payout contract. */
export type DevKeys = { readonly deployer: KeyPair; readonly company: KeyPair; readonly owner: KeyPair }

export function devKeys(mnemonic: string): DevKeys {
  const seed = mnemonicToSeedSync(mnemonic)
  const [deployer, company, owner] = [0, 1, 2].map((index) => keyAt(seed, `m/44'/60'/0'/0/${index}`))
  expect(deployer && company && owner, 'three keys are derived')
  return { deployer, company, owner }
}

export const richOf = ({ deployer, company, owner }: DevKeys): string[] =>
  [deployer, company, owner].map(({ address }) => address)

export const devVault = ({ owner }: DevKeys): Hex => contractAddress(owner.address, 0)

export const devSweeper = ({ owner }: DevKeys): Hex => contractAddress(owner.address, 1)

export const devProofLog = ({ owner }: DevKeys): Hex => contractAddress(owner.address, 2 + tokenList.length)

export const devCaps: CoinCaps = readRules(firstRules())

/** Deployment order determines the token addresses. */
const tokenList = chainsOf('evm').flatMap((chain) =>
  coins.flatMap((coin) => {
    const terms = chainCoin(chain, coin)
    // USDT on Ethereum returns nothing from transfer.
    if (!terms) return []
    const { decimals, demoCapital } = terms
    return [{ chain, coin, decimals, demoCapital, silent: chain === 'eth' && coin === 'USDT' }]
  }),
)

/** Disjoint per chain, although both share one node. */
export function devTokens({ deployer }: DevKeys, chain: ChainId): Readonly<Partial<Record<Coin, Hex>>> {
  const mine = tokenList.map((token, nonce) => ({ ...token, address: contractAddress(deployer.address, nonce) }))
  return Object.fromEntries(mine.filter((token) => token.chain === chain).map(({ coin, address }) => [coin, address]))
}

const oneEther = 10n ** 18n
/** On a nearly empty chain the base fee is below one gwei. */
export const devFees = { feeMaxPerGas: 10n ** 11n, tipMaxPerGas: 10n ** 9n } as const

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

function textWords(text: string): string {
  const bytes = new TextEncoder().encode(text)
  expect(bytes.length <= 32, 'names of test tokens are short')
  return word(BigInt(bytes.length)) + toHex(bytes).slice(2).padEnd(64, '0')
}

function bytecodeOf(contract: string): Hex {
  const file = new URL(`../contracts/${contract}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex }).bytecode
}

/** The owner is also the guardian, because the demo has only one person. */
const vaultData = (owner: Hex, payer: Hex): Hex =>
  `${bytecodeOf('PayoutVault')}${[owner, payer, owner].map(addressWord).join('')}`

function deployData(coin: Coin, decimals: number, silent: boolean): Hex {
  const head = [128n, 192n, BigInt(decimals), silent ? 1n : 0n].map(word).join('')
  return `${bytecodeOf('TestToken')}${head}${textWords(`Test ${coin}`)}${textWords(coin)}`
}

const baseUnits = (text: string, decimals: number): bigint => {
  const units = parseUnits(text)
  expect(units !== undefined, `${text} is an amount`)
  return toBaseUnits(units, decimals)
}

type Call = { readonly by: keyof DevKeys; readonly to: Hex | undefined; readonly data?: Hex; readonly value?: bigint }

export type Genesis = {
  readonly keys: DevKeys
  readonly payerAddress: Hex
  readonly gasAddress: Hex
  readonly proofAddress: Hex
  readonly evmChainId: number
  readonly caps?: CoinCaps
}

/** Deterministic, so that an interrupted start can resume. */
function genesisCalls({ keys, payerAddress, gasAddress, proofAddress, caps = devCaps }: Genesis): readonly Call[] {
  const { deployer, company, owner } = keys
  const vault = devVault(keys)
  const tokens = tokenList.map((token, nonce) => ({
    ...token,
    address: contractAddress(deployer.address, nonce),
    capital: baseUnits(token.demoCapital, token.decimals),
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
    { by: 'deployer', to: payerAddress, value: 100n * oneEther },
    { by: 'deployer', to: gasAddress, value: 100n * oneEther },
    { by: 'owner', to: undefined, data: vaultData(owner.address, payerAddress) },
    { by: 'owner', to: undefined, data: `${bytecodeOf('Sweeper')}${addressWord(vault)}` },
    ...tokens.map(({ coin, address, decimals }) => {
      const [atOnce, inDay] = [caps[coin].atOnce, caps[coin].inDay].map((units) => toBaseUnits(units, decimals))
      expect(atOnce !== undefined && inDay !== undefined, 'a cap has two amounts')
      return { by: 'owner' as const, to: vault, data: setCapData(address, atOnce, inDay) }
    }),
    { by: 'owner', to: undefined, data: `${bytecodeOf('ProofLog')}${addressWord(proofAddress)}` },
    { by: 'owner', to: proofAddress, value: 10n * oneEther },
    ...tokens.map(({ address, capital }) => ({
      by: 'company' as const,
      to: address,
      data: transferData(vault, capital),
    })),
  ]
}

/** Only the missing transactions. @param done how many transactions each key has sent. */
export function genesisRest(genesis: Genesis, done: Readonly<Record<keyof DevKeys, number>>): readonly Hex[] {
  const nonces = { deployer: 0, company: 0, owner: 0 }
  return genesisCalls(genesis).flatMap(({ by, ...call }) => {
    const nonce = nonces[by]
    nonces[by] += 1
    return nonce < done[by] ? [] : [devTransaction(genesis.keys[by], genesis.evmChainId, nonce, call)]
  })
}
