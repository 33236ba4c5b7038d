import { type AddressForm, chains } from '#kit/chain/chains.ts'
import { evmPort } from './evm/evm.ts'
import { jsonRpc } from './evm/json-rpc.ts'
import { paymentId } from './evm/vault.ts'
import type { Network } from './networks.ts'
import type { ChainPort } from './port.ts'
import { tronHttp } from './tron/http.ts'
import { tronPort } from './tron/port.ts'

function evm({ chain, rpcUrl, evmChainId, tokens, vault: address }: Network): ChainPort {
  const vault = address && { address, idOf: (key: string) => paymentId(chain, evmChainId, key) }
  return evmPort(jsonRpc(rpcUrl), tokens, vault)
}

const tron = (network: Network): ChainPort => tronPort(tronHttp(network.rpcUrl), network.tokens)

const adapters: Readonly<Record<AddressForm, (network: Network) => ChainPort>> = { evm, tron }

export const portTo = (network: Network): ChainPort => adapters[chains[network.chain].form](network)
