import { readFileSync } from 'node:fs'
import { mnemonicToSeedSync } from '@scure/bip39'
import { parseUnits } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import { type ChainId, chainCoin, chainsOf } from '#kit/chains.ts'
import { expect } from '#kit/expect.ts'
import { addressWord, type Hex, toHex, word } from './bytes.ts'
import { type KeyPair, keyAt } from './derivation.ts'
import { mintData, toBaseUnits, transferData } from './erc20.ts'
import { contractAddress, type EvmTransaction, signTransaction } from './evm-transaction.ts'
import { type CoinCaps, firstRules, readRules } from './signer-rules.ts'
import { setCapData } from './vault.ts'

/** What the faucet can give away in all, of each coin: decimal text. */
const faucetStock = '1000000000'

/** The keys of the embedded chain: who deploys and gives, the company's address, and the owner of the payout contract. */
export type DevKeys = { readonly deployer: KeyPair; readonly company: KeyPair; readonly owner: KeyPair }

/** The keys of a phrase, at the paths of the first accounts of any wallet. */
export function devKeys(mnemonic: string): DevKeys {
  const seed = mnemonicToSeedSync(mnemonic)
  const [deployer, company, owner] = [0, 1, 2].map((index) => keyAt(seed, `m/44'/60'/0'/0/${index}`))
  expect(deployer && company && owner, 'three keys are derived')
  return { deployer, company, owner }
}

/** Whose transactions the embedded chain is paid for from its first block on. */
export const richOf = ({ deployer, company, owner }: DevKeys): string[] =>
  [deployer, company, owner].map(({ address }) => address)

/** The payout contract of the embedded chain. Our two chains share it, as they share the node. */
export const devVault = ({ owner }: DevKeys): Hex => contractAddress(owner.address, 0)

/** What its deposit addresses delegate to. */
export const devSweeper = ({ owner }: DevKeys): Hex => contractAddress(owner.address, 1)

/** What keeps the digests of its statements. */
export const devProofLog = ({ owner }: DevKeys): Hex => contractAddress(owner.address, 2 + tokenList.length)

/** What the payout contract pays of each coin, at once and in 24 hours: what the signer's own rules begin with. */
export const devCaps: CoinCaps = readRules(firstRules())

/** Every token of the embedded chain, in the order they are deployed. The order fixes their addresses. */
const tokenList = chainsOf('evm').flatMap((chain) =>
  coins.flatMap((coin) => {
    const terms = chainCoin(chain, coin)
    // USDT on Ethereum is the one that returns nothing.
    if (!terms) return []
    const { decimals, demoCapital } = terms
    return [{ chain, coin, decimals, demoCapital, silent: chain === 'eth' && coin === 'USDT' }]
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

function bytecodeOf(contract: string): Hex {
  const file = new URL(`./contracts/${contract}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex }).bytecode
}

/** A payout contract whose guardian is its owner: the demo has no second person. */
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

/** What a beginning is made from. */
export type Genesis = {
  readonly keys: DevKeys
  /** The signer's hot key: it is given gas, and the payout contract listens to it. */
  readonly payerAddress: Hex
  /** The signer's key that pays for sweeps: it is given gas. */
  readonly gasAddress: Hex
  /** The signer's key that writes digests down: it is given gas, and the contract for it listens to it. */
  readonly proofAddress: Hex
  readonly evmChainId: number
  readonly caps?: CoinCaps
}

/**
 * Everything that happens on the chain before the first customer: tokens deployed and minted, the payout contract deployed and given
 * its caps, the hot key given gas, the company's capital brought in. The same keys and caps give the same list, so that a start that
 * was cut short goes on where it stopped.
 */
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

/**
 * The transactions of the beginning that are not on the chain yet, signed.
 * @param done how many transactions each key has sent.
 */
export function genesisRest(genesis: Genesis, done: Readonly<Record<keyof DevKeys, number>>): readonly Hex[] {
  const nonces = { deployer: 0, company: 0, owner: 0 }
  return genesisCalls(genesis).flatMap(({ by, ...call }) => {
    const nonce = nonces[by]
    nonces[by] += 1
    return nonce < done[by] ? [] : [devTransaction(genesis.keys[by], genesis.evmChainId, nonce, call)]
  })
}
