import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import { keepDepositKeys } from './keys/deposit-key.store.ts'
import { agreeOnNetworks, keepCustodyKey, keepNetwork } from './network.store.ts'
import type { Network } from './networks.ts'
import type { ChainPort } from './port.ts'
import { portTo } from './registry.ts'
import type { PublicKeys, Signer } from './signer/signer.ts'

export type ConnectedChain = {
  readonly network: Network
  readonly port: ChainPort
  /** Source of withdrawals: the payout contract, or on TRON the hot key's address. */
  readonly hotAddress: Address
  readonly payerAddress: Address
  /** Pays gas for sweeps. Separate, so that a stuck sweep does not block withdrawals. */
  readonly gasAddress: Address
  /** Anchors statement digests, if configured. */
  readonly proofAddress: Address
  /**
   * Identifies the blockchain and payer address. Our chains that run on the same blockchain have the same lane, because they share this
   * address and its nonces.
   */
  readonly lane: string
}
export type Chains = {
  readonly connected: ReadonlyMap<ChainId, ConnectedChain>
  readonly signer: Signer
}
export type ConnectOptions = {
  readonly db: Db
  readonly networks: readonly Network[]
  readonly signer: Signer
  readonly portOf?: (network: Network) => ChainPort
}

/** Stores immutable values on first contact. @throws a one-line message on a mismatch. */
export async function connectChains(options: ConnectOptions): Promise<Chains> {
  const { signer } = options
  const { keys, networks } = await prepareChains(options)
  const connected = new Map<ChainId, ConnectedChain>()
  for (const network of networks) connected.set(network.chain, await connectChain(options, keys, network))
  return { connected, signer }
}

/** @returns the signer's keys, and the networks that two operators have not switched off. @throws a one-line message on a mismatch */
export async function prepareChains({
  db,
  networks,
  signer,
}: ConnectOptions): Promise<{ readonly keys: PublicKeys; readonly networks: readonly Network[] }> {
  const keys = await signer.publicKeys()
  await db.transaction(async (tx) => {
    await keepCustodyKey(tx, keys)
    await keepDepositKeys(tx, keys.addressKeys)
  })
  return { keys, networks: await db.transaction((tx) => agreeOnNetworks(tx, networks, true)) }
}

/** @throws RpcUnreachable and RpcRefused, which may be temporary, or a one-line message for the wrong chain. */
export async function connectChain(
  { db, signer, portOf = portTo }: Pick<ConnectOptions, 'db' | 'signer' | 'portOf'>,
  keys: PublicKeys,
  network: Network,
): Promise<ConnectedChain> {
  const { chain, evmChainId, tokens, vault, sweeper, proofLog } = network
  const port = portOf(network)
  const genesis = await port.blockAt(0)
  if (!genesis) throw new Error(`the node for ${chain} does not know its first block`)
  checkTron(network, genesis.hash)
  const { hotAddress: payerAddress, gasAddress } = keys[chains[chain].form]
  await checkGas(network, port, gasAddress)
  await db.transaction((tx) => keepNetwork(tx, network, genesis.hash))
  if (sweeper && (await port.vaultOf(sweeper)) !== vault)
    throw new Error(`the sweeper of ${chain} does not send to its payout contract`)
  if (proofLog && (await port.writerOf(proofLog)) !== keys.proofAddress)
    throw new Error(
      `the proofLog of ${chain} is not written by this signer, whose address for it is ${keys.proofAddress}`,
    )
  const named = { ...(vault ? { vault } : {}), ...(sweeper ? { sweeper } : {}), ...(proofLog ? { proofLog } : {}) }
  await signer.pinNetwork({ chain, evmChainId, tokens, ...named })
  return {
    network,
    port,
    hotAddress: vault ?? payerAddress,
    payerAddress,
    gasAddress,
    proofAddress: keys.proofAddress,
    lane: `${sharedBy(network)}:${payerAddress}`,
  }
}

/** Two of our chains may be one blockchain, where an address has one nonce sequence. */
const sharedBy = ({ chain, evmChainId }: Network): string => `${chains[chain].form}:${evmChainId}`

export const groupsOf = (networks: readonly Network[]): readonly (readonly Network[])[] => [
  ...Map.groupBy(networks, sharedBy).values(),
]

/** TRON signatures do not name the chain. @throws on a mismatch */
function checkTron({ chain, evmChainId }: Network, genesisHash: string): void {
  if (chains[chain].form === 'tron' && Number.parseInt(genesisHash.slice(-8), 16) !== evmChainId)
    throw new Error(`the node for ${chain} runs another chain than the configuration names`)
}

/** Outside the demo, customers' coins would be stuck on TRON deposit addresses that cannot be swept. @throws a one-line instruction */
async function checkGas({ chain, demo, gasAddress: named }: Network, port: ChainPort, own: Address): Promise<void> {
  if (demo || chains[chain].form !== 'tron') return
  if (named === undefined)
    throw new Error(
      `${chain}: nothing pays for sweeping deposit addresses. Send TRX to the signer's gas account ${own} and name it in the networks file: "gasAddress": "${own}"`,
    )
  if (named !== own) throw new Error(`${chain}: gasAddress is not the gas account of this signer, which is ${own}`)
  if ((await port.gas(own)) === undefined)
    throw new Error(`${chain}: the gas account ${own} holds no TRX: deposit addresses could not be swept. Send it some`)
}
