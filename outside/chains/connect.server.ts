import type { Address } from '#kit/address.ts'
import { type ChainId, chains } from '#kit/chains.ts'
import type { Db } from '#kit/db.ts'
import { keepDepositKeys } from './deposit-key.store.ts'
import { agreeOnNetworks, keepCustodyKey, keepNetwork } from './network.store.ts'
import type { Network } from './networks.ts'
import type { ChainPort } from './port.ts'
import { portTo } from './registry.ts'
import type { PublicKeys, Signer } from './signer.ts'

/** A chain that is connected: what it is, and how to ask it. */
export type ConnectedChain = {
  readonly network: Network
  readonly port: ChainPort
  /** What withdrawals on this chain are paid from: the payout contract, or on TRON the hot key's own address. */
  readonly hotAddress: Address
  /** The hot key's address, which sends the transactions. */
  readonly payerAddress: Address
  /** What pays the gas of sweeps: an address of its own, so that a sweep that is stuck holds up no withdrawal. */
  readonly gasAddress: Address
  /** What writes the digests of statements down, where a contract is named for it. */
  readonly proofAddress: Address
  /** The address we send from, on one chain: two of our chains may share it, and then they share its transaction numbers. */
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
  /** For tests: another way to speak to a chain. */
  readonly portOf?: (network: Network) => ChainPort
}

/**
 * Connects to chains: makes sure that chain, signer and database belong together, and keeps on first sight what must never change.
 * @throws with one clear line if they do not.
 */
export async function connectChains(options: ConnectOptions): Promise<Chains> {
  const { signer } = options
  const { keys, networks } = await prepareChains(options)
  const connected = new Map<ChainId, ConnectedChain>()
  for (const network of networks) connected.set(network.chain, await connectChain(options, keys, network))
  return { connected, signer }
}

/**
 * What comes before the first chain: signer, database and the networks given belong together.
 * @returns the signer's keys, and the networks without those two operators switched off. @throws with one clear line if they do not
 */
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

/** Connects one chain. @throws RpcUnreachable and RpcRefused, which may pass, or one clear line if it is not the right one. */
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

/** Two of our chains may be one chain to their node: an address has one sequence of transaction numbers there. */
const sharedBy = ({ chain, evmChainId }: Network): string => `${chains[chain].form}:${evmChainId}`

/** The chains of a configuration, those together that share a lane. */
export const groupsOf = (networks: readonly Network[]): readonly (readonly Network[])[] => [
  ...Map.groupBy(networks, sharedBy).values(),
]

/** On TRON no signature names the chain: its first block does. @throws if the configuration names another */
function checkTron({ chain, evmChainId }: Network, genesisHash: string): void {
  if (chains[chain].form === 'tron' && Number.parseInt(genesisHash.slice(-8), 16) !== evmChainId)
    throw new Error(`the node for ${chain} runs another chain than the configuration names`)
}

/**
 * Outside the demo nothing starts with a TRON whose deposit addresses could not be swept: customers' coins would stay there.
 * @throws with what to do, in one sentence
 */
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
