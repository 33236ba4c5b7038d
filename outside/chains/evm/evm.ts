import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { expect } from '#kit/expect.ts'
import { type Hex, quantity } from '../keys/bytes.ts'
import type { Block, BlockHeader, BroadcastAnswer, ChainPort, Fees, Receipt, TokenTransfer } from '../port.ts'
import { dayTopic, linesData, readLine, writerData, writtenTopic } from '../proof-log.ts'
import { evmBalances } from './balances.ts'
import { balanceOfData, transferTopic } from './erc20.ts'
import { type Rpc, RpcRefused } from './json-rpc.ts'
import { capsData, delegationTo, headroomData, paidData, paidTopic, readHeadroom, vaultData } from './vault.ts'

/** Allow-list; all other contracts are ignored. */
export type Tokens = Readonly<Partial<Record<Coin, Address>>>

type Log = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: Hex
  readonly transactionHash: Hex
  readonly removed?: boolean
}
type RawReceipt = {
  readonly status: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly logs: readonly Log[]
}
type RawBlock = {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  /** Seconds since 1970. */
  readonly timestamp: Hex
  readonly baseFeePerGas?: Hex
}

const blockOf = ({ number, hash, parentHash, timestamp }: RawBlock): Block => ({
  number: Number(number),
  hash,
  parent: parentHash,
  at: new Date(Number(timestamp) * 1_000),
})

/** Caches checksum addresses, because each one costs a hash. */
function addressReader(): (topic: Hex) => Hex {
  const known = new Map<Hex, Hex>()
  return (topic) => {
    const address = known.get(topic) ?? checksumAddress(`0x${topic.slice(26)}`)
    known.set(topic, address)
    return address
  }
}

/** Messages differ per node; unrecognized ones return 'unclear'. */
export function readRefusal(message: string): BroadcastAnswer {
  if (/already (known|imported)|already exists|known transaction/i.test(message)) return 'known'
  if (/nonce too low|nonce is too low/i.test(message)) return 'nonce_too_low'
  return 'unclear'
}

/** Skips zero amounts (address poisoning). */
function transfersIn(logs: readonly Log[], coinOf: ReadonlyMap<string, Coin>): TokenTransfer[] {
  const addressOfTopic = addressReader()
  return logs.flatMap((log) => {
    const coin = coinOf.get(log.address.toLowerCase())
    const [topic, from, to] = log.topics
    if (!coin || topic !== transferTopic || !from || !to || log.removed || log.data === '0x') return []
    const baseUnits = BigInt(log.data)
    if (baseUnits === 0n) return []
    const { transactionHash: hash, logIndex } = log
    return [{ coin, hash, logIndex: Number(logIndex), from: addressOfTopic(from), to: addressOfTopic(to), baseUnits }]
  })
}

export type Vault = { readonly address: Address; readonly idOf: (withdrawalKey: string) => Hex }

/** @param vault omitted if the port only reads deposits */
export function evmPort(rpc: Rpc, tokens: Tokens, vault?: Vault): ChainPort {
  const coinOf = new Map(Object.entries(tokens).map(([coin, address]) => [address.toLowerCase(), coin as Coin]))
  const tokenOf = (coin: Coin): Address => {
    const token = tokens[coin]
    expect(token, `${coin} has a token contract on this chain`)
    return token
  }
  const ask = async (to: Address, data: Hex): Promise<Hex> => (await rpc('eth_call', [{ to, data }, 'latest'])) as Hex

  const balance = async (coin: Coin, address: Address): Promise<bigint> =>
    BigInt(await ask(tokenOf(coin), balanceOfData(address)))

  const receipt = async (hash: string): Promise<Receipt | undefined> => {
    const found = (await rpc('eth_getTransactionReceipt', [hash])) as RawReceipt | null
    if (!found) return undefined
    return {
      blockNumber: Number(found.blockNumber),
      blockHash: found.blockHash,
      succeeded: found.status === '0x1',
      firstLogIndex: Number(found.logs[0]?.logIndex ?? '0x0'),
      transfers: transfersIn(found.logs, coinOf),
    }
  }

  return {
    receipt,
    head: async () => Number(await rpc('eth_blockNumber')),
    final: async () => undefined,
    blockAt: async (number) => {
      const block = (await rpc('eth_getBlockByNumber', [quantity(number), false])) as RawBlock | null
      return block ? blockOf(block) : undefined
    },
    transfersOf: (block) => transfersOf(rpc, [...coinOf.keys()], coinOf, block),
    knows: async (hash) => (await rpc('eth_getTransactionByHash', [hash])) !== null,
    broadcast: async (raw) => {
      try {
        await rpc('eth_sendRawTransaction', [raw])
        return 'accepted'
      } catch (error) {
        return error instanceof RpcRefused ? readRefusal(error.message) : 'unclear'
      }
    },
    nonce: async (address) => Number(await rpc('eth_getTransactionCount', [address, 'latest'])),
    balance,
    balances: (coin, owners) => evmBalances(rpc, tokenOf(coin), owners, (owner) => balance(coin, owner)),
    gas: async (address) => BigInt((await rpc('eth_getBalance', [address, 'latest'])) as Hex),
    fuel: async () => undefined,
    headroom: async (coin) =>
      vault &&
      readHeadroom(
        await ask(vault.address, capsData(tokenOf(coin))),
        await ask(vault.address, headroomData(tokenOf(coin))),
      ),
    vaultOf: async (sweeper) => checksumAddress(`0x${(await ask(sweeper, vaultData)).slice(26, 66).padEnd(40, '0')}`),
    writerOf: async (proofLog) =>
      checksumAddress(`0x${(await ask(proofLog, writerData)).slice(26, 66).padEnd(40, '0')}`),
    lineOf: async (proofLog, day) => {
      const line = readLine(await ask(proofLog, linesData(day)))
      if (!line) return undefined
      const block = quantity(line.blockNumber)
      const filter = { fromBlock: block, toBlock: block, address: proofLog, topics: [writtenTopic, dayTopic(day)] }
      const [log] = (await rpc('eth_getLogs', [filter])) as Log[]
      expect(log, 'the contract says what it wrote')
      return { ...line, hash: log.transactionHash }
    },
    delegated: async (addresses, contract) => {
      const codes = await Promise.all(addresses.map((address) => rpc('eth_getCode', [address, 'latest'])))
      return new Set(addresses.filter((_, index) => codes[index] === delegationTo(contract)))
    },
    paidIn: async (withdrawalKey) => vault && (await paidIn(rpc, ask, vault, vault.idOf(withdrawalKey))),
    terms: () => feesOf(rpc),
    // Never over: signed bytes stay valid until their nonce is used.
    isOver: async () => false,
  }
}

/** The contract stores the block number of each payment, so one block's log is enough. */
async function paidIn(
  rpc: Rpc,
  ask: (to: Address, data: Hex) => Promise<Hex>,
  { address }: Vault,
  id: Hex,
): Promise<string | undefined> {
  const number = BigInt(await ask(address, paidData(id)))
  if (number === 0n) return undefined
  const block = quantity(number)
  const [log] = (await rpc('eth_getLogs', [
    { fromBlock: block, toBlock: block, address, topics: [paidTopic, id] },
  ])) as Log[]
  expect(log, 'the payout contract says what it paid')
  return log.transactionHash
}

async function transfersOf(
  rpc: Rpc,
  address: readonly string[],
  coinOf: ReadonlyMap<string, Coin>,
  block: BlockHeader,
): Promise<readonly TokenTransfer[] | undefined> {
  try {
    const filter = { blockHash: block.hash, address, topics: [transferTopic] }
    return transfersIn((await rpc('eth_getLogs', [filter])) as Log[], coinOf)
  } catch (error) {
    if (error instanceof RpcRefused) return undefined
    throw error
  }
}

const gwei = 1_000_000_000n

/** Twice the base fee covers six full blocks in a row; the tip is one gwei. */
async function feesOf(rpc: Rpc): Promise<Fees> {
  const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as RawBlock
  return { feeMaxPerGas: 2n * BigInt(block.baseFeePerGas ?? '0x0') + gwei, tipMaxPerGas: gwei }
}
