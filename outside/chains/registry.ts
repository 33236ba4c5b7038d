import type { ChainId } from '#kit/chains.ts'
import { evmPort } from './evm.ts'
import { jsonRpc } from './json-rpc.ts'
import type { Network } from './networks.ts'
import type { ChainPort } from './port.ts'

const evm = (network: Network): ChainPort => evmPort(jsonRpc(network.rpcUrl), network.tokens)

/** Every chain and the adapter that speaks to it, a line each. */
export const adapters = { eth: evm, bsc: evm } satisfies Record<ChainId, (network: Network) => ChainPort>
