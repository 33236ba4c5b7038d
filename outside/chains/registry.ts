import type { ChainId } from '#kit/chains.ts'
import { evmPort } from './evm.ts'
import { jsonRpc } from './json-rpc.ts'
import type { Network } from './networks.ts'
import type { ChainPort } from './port.ts'
import { tronHttp } from './tron/http.ts'
import { tronPort } from './tron/port.ts'

const evm = (network: Network): ChainPort => evmPort(jsonRpc(network.rpcUrl), network.tokens)

const tron = (network: Network): ChainPort => tronPort(tronHttp(network.rpcUrl), network.tokens)

/** Every chain and the adapter that speaks to it, a line each. */
export const adapters = { eth: evm, bsc: evm, tron } satisfies Record<ChainId, (network: Network) => ChainPort>
