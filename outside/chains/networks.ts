import type { Coin } from '#kit/assets.ts'
import { type ChainId, chainIds, chains, isChain } from '#kit/chains.ts'
import { checksumAddress, evmAddressProblem } from '#kit/evm-address.ts'
import type { Hex } from './bytes.ts'
import type { Tokens } from './evm.ts'

/** How one chain is reached, and which of its contracts are our coins. */
export type Network = {
  readonly chain: ChainId
  readonly rpcUrl: string
  /** The EVM's own chain id, part of every signature. */
  readonly evmChainId: number
  readonly tokens: Tokens
  /** The first block that is read; nothing before it is credited. */
  readonly startBlock: number
  /** Where a person looks up a transaction; "{hash}" is replaced. Empty for the embedded chain. */
  readonly explorerUrl: string
  /** Addresses of the company: what arrives from them at the hot wallet is its own money. */
  readonly companyAddresses: readonly Hex[]
  /** True for the embedded chain: it has a faucet. */
  readonly demo: boolean
}

function readAddresses(chain: ChainId, given: unknown): readonly Hex[] {
  if (!Array.isArray(given)) throw new Error(`${chain}: companyAddresses is not a list`)
  return given.map((address) => {
    if (typeof address !== 'string' || evmAddressProblem(address))
      throw new Error(`${chain}: '${address}' is not a valid company address`)
    return checksumAddress(address)
  })
}

function readTokens(chain: ChainId, given: unknown): Tokens {
  const tokens: Partial<Record<Coin, Hex>> = {}
  for (const [coin, address] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (!(coin in chains[chain].coins)) throw new Error(`${coin} does not travel on ${chain}`)
    if (typeof address !== 'string' || evmAddressProblem(address))
      throw new Error(`the contract of ${coin} on ${chain} is not a valid address`)
    tokens[coin as Coin] = checksumAddress(address)
  }
  if (Object.keys(tokens).length === 0) throw new Error(`${chain} names no token contract`)
  return tokens
}

/**
 * Reads the networks of a configuration file: a JSON list of
 * {"chain", "rpcUrl", "evmChainId", "tokens": {"USDT": "0x…"}, "startBlock", "explorerUrl",
 * "companyAddresses": ["0x…"]}. The last two may be left out.
 * @throws with what is wrong, in words an operator can act on.
 */
export function readNetworks(text: string): readonly Network[] {
  const rows: unknown = JSON.parse(text)
  if (!Array.isArray(rows)) throw new Error('the networks are a JSON list')
  return rows.map((row: Record<string, unknown>) => {
    const chain = String(row.chain)
    if (!isChain(chain)) throw new Error(`unknown chain '${chain}'; known are ${chainIds.join(', ')}`)
    const { rpcUrl, evmChainId, startBlock, explorerUrl = '', demo = false } = row
    if (typeof rpcUrl !== 'string' || !URL.canParse(rpcUrl)) throw new Error(`${chain}: rpcUrl is not a URL`)
    if (!Number.isSafeInteger(evmChainId)) throw new Error(`${chain}: evmChainId is not a whole number`)
    if (!Number.isSafeInteger(startBlock)) throw new Error(`${chain}: startBlock is not a whole number`)
    return {
      chain,
      rpcUrl,
      evmChainId: Number(evmChainId),
      tokens: readTokens(chain, row.tokens),
      startBlock: Number(startBlock),
      explorerUrl: String(explorerUrl),
      companyAddresses: readAddresses(chain, row.companyAddresses ?? []),
      demo: demo === true,
    }
  })
}
