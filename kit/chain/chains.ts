import type { Coin } from '../amount/coins.ts'

export type AddressForm = 'evm' | 'tron'

/** Minimum and fee are decimal strings in the coin. */
export const chains = {
  eth: {
    name: 'Ethereum',
    standard: 'ERC-20',
    form: 'evm',
    confirmations: 12,
    blockMs: 12_000,
    coins: {
      USDT: { decimals: 6, depositMin: '5', withdrawalMin: '20', withdrawalFee: '5', demoCapital: '500000' },
      WLD: { decimals: 18, depositMin: '1', withdrawalMin: '5', withdrawalFee: '0.2', demoCapital: '500000' },
    },
  },
  bsc: {
    name: 'BNB Smart Chain',
    standard: 'BEP-20',
    form: 'evm',
    confirmations: 15,
    blockMs: 750,
    coins: {
      USDT: { decimals: 18, depositMin: '5', withdrawalMin: '10', withdrawalFee: '0.3', demoCapital: '1000000' },
      ATMC: { decimals: 18, depositMin: '5', withdrawalMin: '10', withdrawalFee: '1', demoCapital: '20000000' },
      ATMX: { decimals: 18, depositMin: '5', withdrawalMin: '10', withdrawalFee: '1', demoCapital: '20000000' },
    },
  },
  tron: {
    name: 'TRON',
    standard: 'TRC-20',
    form: 'tron',
    confirmations: 20,
    blockMs: 3_000,
    coins: {
      USDT: { decimals: 6, depositMin: '5', withdrawalMin: '10', withdrawalFee: '1', demoCapital: '500000' },
    },
  },
} as const satisfies Record<string, ChainRow>

export type ChainId = keyof typeof chains
export const chainIds = Object.keys(chains) as ChainId[]
export const chainsOf = <Form extends AddressForm>(form: Form) =>
  chainIds.filter((chain): chain is ChainIdOf<Form> => chains[chain].form === form)
export type ChainIdOf<Form extends AddressForm> = {
  [Id in ChainId]: (typeof chains)[Id]['form'] extends Form ? Id : never
}[ChainId]
export const isChain = (id: string): id is ChainId => id in chains

export const networkName = (chain: ChainId): string => `${chains[chain].name} · ${chains[chain].standard}`

export type ChainRow = {
  readonly name: string
  readonly standard: string
  readonly form: AddressForm
  /** Required depth to credit a deposit. */
  readonly confirmations: number
  /** Nominal block time, until measured (custody/chain-pace.ts). */
  readonly blockMs: number
  readonly coins: Partial<Record<Coin, ChainCoin>>
}
/** Token decimals, and defaults of PRODUCT.md part 5 as decimal strings. */
export type ChainCoin = {
  readonly decimals: number
  readonly depositMin: string
  readonly withdrawalMin: string
  readonly withdrawalFee: string
  readonly demoCapital: string
}

/** Default chain of a coin: the one with the lowest withdrawal fee. */
export function usualChain(coin: Coin): ChainId {
  const feeOn = (chain: ChainId): number => Number(chainCoin(chain, coin)?.withdrawalFee ?? Number.POSITIVE_INFINITY)
  return chainIds.reduce((best, chain) => (feeOn(chain) < feeOn(best) ? chain : best))
}

export const chainCoin = (chain: ChainId, coin: Coin): ChainCoin | undefined =>
  (chains[chain].coins as Partial<Record<Coin, ChainCoin>>)[coin]
