import type { Coin } from '#kit/amount/coins.ts'
import { type Address, addressProblem, keptAddress } from '#kit/chain/address.ts'
import { type ChainId, chainIds, chains, isChain } from '#kit/chain/chains.ts'
import { isOwnMachine } from '#kit/own-machine.ts'
import type { Tokens } from './evm/evm.ts'

export type Network = {
  readonly chain: ChainId
  readonly rpcUrl: string
  /** Part of every EVM signature. For TRON the last four bytes of the genesis block id: 728126428 on mainnet. */
  readonly evmChainId: number
  readonly tokens: Tokens
  /** The payout contract; undefined on TRON, which pays from the hot key's address. */
  readonly vault?: Address | undefined
  /** Contract to which deposit addresses delegate for sweeps; undefined if none do. */
  readonly sweeper?: Address | undefined
  /** Contract that anchors statement digests. */
  readonly proofLog?: Address | undefined
  /** A public node. */
  readonly publicRpcUrl?: string | undefined
  /** Pays for sweeps on TRON and must be the signer's address. Undefined in a demo. */
  readonly gasAddress?: Address | undefined
  /** Holds customers' coins in cold storage, not company capital. */
  readonly coldAddress?: Address | undefined
  /**
   * The cold key's offline signature proving that the address is ours (docs/proof-format.md); undefined if the cold address owns the payout
   * contract.
   */
  readonly coldSignature?: string | undefined
  /** Earlier blocks are not credited. */
  readonly startBlock: number
  /** Contains "{hash}" as a placeholder. Empty for the embedded chain. */
  readonly explorerUrl: string
  /** Transfers from these to the hot wallet are company money. */
  readonly companyAddresses: readonly Address[]
  readonly demo: boolean
}

function readAddresses(chain: ChainId, given: unknown): readonly Address[] {
  if (!Array.isArray(given)) throw new Error(`${chain}: companyAddresses is not a list`)
  const { form } = chains[chain]
  return given.map((address) => {
    if (typeof address !== 'string' || addressProblem(form, address))
      throw new Error(`${chain}: '${address}' is not a valid company address`)
    return keptAddress(form, address)
  })
}

function readTokens(chain: ChainId, given: unknown): Tokens {
  const tokens: Partial<Record<Coin, Address>> = {}
  const { form } = chains[chain]
  for (const [coin, address] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (!(coin in chains[chain].coins)) throw new Error(`${coin} does not travel on ${chain}`)
    if (typeof address !== 'string' || addressProblem(form, address))
      throw new Error(`the contract of ${coin} on ${chain} is not a valid address`)
    tokens[coin as Coin] = keptAddress(form, address)
  }
  if (Object.keys(tokens).length === 0) throw new Error(`${chain} names no token contract`)
  return tokens
}

function readAddress(chain: ChainId, name: string, given: unknown): Address | undefined {
  if (given === undefined) return undefined
  const { form } = chains[chain]
  if (typeof given !== 'string' || addressProblem(form, given))
    throw new Error(`${chain}: ${name} is not a valid address`)
  return keptAddress(form, given)
}

function readGasAddress(chain: ChainId, given: unknown): Address | undefined {
  if (given !== undefined && chains[chain].form !== 'tron')
    throw new Error(
      `${chain}: gasAddress is named on TRON only: here the sweeper's gas is paid by an address the signer names`,
    )
  return readAddress(chain, 'gasAddress', given)
}

function readSweeper(chain: ChainId, given: unknown): Address | undefined {
  if (given === undefined) return undefined
  const { form } = chains[chain]
  if (form === 'tron' || typeof given !== 'string' || addressProblem(form, given))
    throw new Error(`${chain}: sweeper is not the address of a sweeping contract`)
  return keptAddress(form, given)
}

function readColdSignature(chain: ChainId, given: unknown): string | undefined {
  if (given !== undefined && (typeof given !== 'string' || !/^0x[0-9a-f]{130}$/.test(given)))
    throw new Error(`${chain}: coldSignature is not 65 bytes as hexadecimal text`)
  return given
}

function readProofLog(chain: ChainId, given: unknown): Address | undefined {
  if (given !== undefined && chains[chain].form === 'tron')
    throw new Error(`${chain}: there is no contract for the digests of statements on TRON`)
  return readAddress(chain, 'proofLog', given)
}

/** The page's CSP lists this URL, so it must be an origin and path without CSP separators. */
function readPublicUrl(chain: ChainId, given: unknown): string | undefined {
  if (given === undefined) return undefined
  const url = typeof given === 'string' ? URL.parse(given) : null
  if (!url || !isPrivate(url) || url.username || /[\s;,'"]/.test(String(given)))
    throw new Error(`${chain}: publicRpcUrl is not the address of a node that anybody may ask`)
  return url.href
}

/** Required on EVM chains: without it a stolen key or lost database could lose everything. */
function readVault(chain: ChainId, given: unknown): Address | undefined {
  const { form } = chains[chain]
  if (form === 'tron') {
    if (given !== undefined) throw new Error(`${chain}: there is no payout contract for TRON`)
    return undefined
  }
  if (typeof given !== 'string' || addressProblem(form, given))
    throw new Error(`${chain}: vault is not the address of a payout contract`)
  return keptAddress(form, given)
}

const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isOwnMachine(hostname))

/**
 * A JSON list of {"chain", "rpcUrl", "evmChainId", "tokens": {"USDT": "0x…"}, "vault": "0x…", "sweeper": "0x…", "startBlock",
 * "explorerUrl", "companyAddresses": ["0x…"], "coldAddress": "0x…", "coldSignature": "0x…", "proofLog": "0x…", "publicRpcUrl":
 * "https://…"}. The last six and the sweeper are optional. On TRON the URL is the HTTP API without a path, addresses begin with "T", there
 * is no vault, and "gasAddress" pays for sweeps. @throws a message for an operator
 */
export function readNetworks(text: string): readonly Network[] {
  const rows: unknown = JSON.parse(text)
  if (!Array.isArray(rows)) throw new Error('the networks are a JSON list')
  return rows.map((row: Record<string, unknown>) => {
    const chain = String(row.chain)
    if (!isChain(chain)) throw new Error(`unknown chain '${chain}'; known are ${chainIds.join(', ')}`)
    const { rpcUrl, evmChainId, startBlock, explorerUrl = '', demo = false } = row
    if (typeof rpcUrl !== 'string' || !URL.canParse(rpcUrl)) throw new Error(`${chain}: rpcUrl is not a URL`)
    if (!isPrivate(new URL(rpcUrl)))
      throw new Error(
        `${chain}: rpcUrl is reached without TLS: whoever is on the way could tell of payments that never were`,
      )
    if (!Number.isSafeInteger(evmChainId)) throw new Error(`${chain}: evmChainId is not a whole number`)
    if (!Number.isSafeInteger(startBlock)) throw new Error(`${chain}: startBlock is not a whole number`)
    return {
      chain,
      rpcUrl,
      evmChainId: Number(evmChainId),
      tokens: readTokens(chain, row.tokens),
      vault: readVault(chain, row.vault),
      sweeper: readSweeper(chain, row.sweeper),
      proofLog: readProofLog(chain, row.proofLog),
      publicRpcUrl: readPublicUrl(chain, row.publicRpcUrl),
      gasAddress: readGasAddress(chain, row.gasAddress),
      coldAddress: readAddress(chain, 'coldAddress', row.coldAddress),
      coldSignature: readColdSignature(chain, row.coldSignature),
      startBlock: Number(startBlock),
      explorerUrl: String(explorerUrl),
      companyAddresses: readAddresses(chain, row.companyAddresses ?? []),
      demo: demo === true,
    }
  })
}
