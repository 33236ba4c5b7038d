import { parseUnits } from '#kit/amount/amount.ts'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin, isChain } from '#kit/chain/chains.ts'
import { checksumAddress, evmAddressProblem } from '#kit/chain/evm-address.ts'
import { toBaseUnits, transferData } from '../evm/erc20.ts'
import { type Rpc, RpcRefused } from '../evm/json-rpc.ts'
import type { Hex } from '../keys/bytes.ts'
import type { DevChainJournal } from './dev-chain-journal.ts'
import { type DevKeys, devTokens, devTransaction } from './dev-genesis.ts'

/** Plain JSON. `key` is the idempotency key; `amount` is a decimal string. */
export type Gift = {
  readonly key: string
  readonly chain: string
  readonly coin: string
  readonly to: string
  readonly amount: string
}
export type Faucet = (gift: Gift) => Promise<Hex>

type CheckedGift = {
  readonly key: string
  readonly chain: ChainId
  readonly coin: Coin
  readonly to: Hex
  readonly baseUnits: bigint
}

function check({ key, chain, coin, to, amount }: Gift): CheckedGift {
  const refuse = (why: string): never => {
    throw new RpcRefused('glasshouse_faucet', -32602, why)
  }
  if (typeof key !== 'string' || key === '' || key.length > 200) refuse('key is not a text')
  const terms = isChain(chain) && isCoin(coin) ? chainCoin(chain, coin) : undefined
  if (!isChain(chain) || !isCoin(coin) || !terms) return refuse('there is no such coin on this chain')
  if (typeof to !== 'string' || evmAddressProblem(to)) refuse('to is not an address')
  const units = typeof amount === 'string' ? parseUnits(amount) : undefined
  if (!units) return refuse('amount is not an amount')
  return { key, chain, coin, to: checksumAddress(to), baseUnits: toBaseUnits(units, terms.decimals) }
}

export function devFaucet(journal: DevChainJournal, rpc: Rpc, keys: DevKeys, onTransaction: () => void): Faucet {
  let queue: Promise<unknown> = Promise.resolve()
  const give = async (gift: CheckedGift): Promise<Hex> => {
    const before = journal.gifts.get(gift.key)
    if (before) return before
    const { deployer } = keys
    const evmChainId = Number(await rpc('eth_chainId'))
    const nonce = Number(await rpc('eth_getTransactionCount', [deployer.address, 'pending']))
    const token = devTokens(keys, gift.chain)[gift.coin]
    const data = transferData(gift.to, gift.baseUnits)
    const hash = await journal.send(devTransaction(deployer, evmChainId, nonce, { to: token, data }), gift.key)
    onTransaction()
    return hash
  }
  return (gift) => {
    const checked = check(gift)
    const mine = queue.then(() => give(checked))
    queue = mine.catch(() => {})
    return mine
  }
}
