import type { Coin } from '#kit/amount/coins.ts'
import { type TronAddress, tronAddressOf, tronHexOf } from '#kit/chain/tron-address.ts'
import { expect } from '#kit/expect.ts'
import { askEach } from '../evm/balances.ts'
import { transferTopic } from '../evm/erc20.ts'
import { RpcUnreachable } from '../evm/json-rpc.ts'
import { fromHex } from '../keys/bytes.ts'
import type {
  BlockHeader,
  BroadcastAnswer,
  ChainPort,
  Outgoing,
  PaymentTerms,
  Receipt,
  TokenTransfer,
  TronTerms,
} from '../port.ts'
import { energyOf, fuelOf, parametersOf, simulate, sunAt } from './fuel.ts'
import type { TronHttp } from './http.ts'
import { referenceTo } from './transaction.ts'
import { trc20BalanceData } from './trc20.ts'

/** Allow-list; all other contracts are ignored. */
type Tokens = Readonly<Partial<Record<Coin, string>>>

type Block = {
  readonly blockID?: string
  readonly block_header?: {
    readonly raw_data: { readonly number?: number; readonly parentHash: string; readonly timestamp?: number }
  }
  readonly transactions?: readonly { readonly txID: string }[]
}
type Log = { readonly address: string; readonly topics?: readonly string[]; readonly data?: string }
type Info = {
  readonly id?: string
  readonly blockNumber?: number
  readonly receipt?: { readonly result?: string }
  readonly result?: string
  readonly contract_address?: string
  readonly log?: readonly Log[]
}

// Assumed: a signed payment may wait ten minutes for a block. Five minutes after that, every node has seen the block.
const lifeMs = 600_000
const sureAfterMs = 300_000
/** A hundred TRX per payment. */
const feeLimitMax = 100_000_000n

const addressOfTopic = (topic: string): TronAddress => tronAddressOf(fromHex(topic.slice(-40)))
const headerOf = (block: Block): BlockHeader => {
  expect(block.blockID && block.block_header, 'a block has an id and a header')
  const { number = 0, parentHash } = block.block_header.raw_data
  return { number, hash: block.blockID, parent: parentHash }
}
const timeOf = (block: Block): number => block.block_header?.raw_data.timestamp ?? 0

export function readBroadcast(answer: { readonly result?: boolean; readonly code?: string }): BroadcastAnswer {
  if (answer.result === true) return 'accepted'
  return answer.code === 'DUP_TRANSACTION_ERROR' ? 'known' : 'unclear'
}

/** Skips zero amounts (address poisoning). */
function transfersIn({ id = '', log = [] }: Info, coinOf: ReadonlyMap<string, Coin>): TokenTransfer[] {
  return log.flatMap(({ address, topics = [], data = '' }, logIndex) => {
    const coin = coinOf.get(address.toLowerCase().slice(-40))
    const [topic, from, to] = topics
    if (!coin || topic !== transferTopic.slice(2) || !from || !to || data === '') return []
    const baseUnits = BigInt(`0x${data}`)
    if (baseUnits === 0n) return []
    return [{ coin, hash: id, logIndex, from: addressOfTopic(from), to: addressOfTopic(to), baseUnits }]
  })
}

const succeeded = ({ result, receipt }: Info): boolean => result !== 'FAILED' && receipt?.result === 'SUCCESS'
/** TRON reports a result for non-contract transactions only on failure. */
const wentWell = (info: Info): boolean =>
  info.contract_address === undefined ? info.result !== 'FAILED' && !info.receipt?.result : succeeded(info)

const noContracts = {
  headroom: async () => undefined,
  paidIn: async () => undefined,
  delegated: async () => new Set<never>(),
  vaultOf: async () => undefined,
  writerOf: async () => undefined,
  lineOf: async () => undefined,
} satisfies Partial<ChainPort>

/** TRON queries by block number, not hash, so data is read twice to detect a replaced block. */
export function tronPort(ask: TronHttp, tokens: Tokens): ChainPort {
  const coinOf = new Map(Object.entries(tokens).map(([coin, address]) => [tronHexOf(address).slice(2), coin as Coin]))
  const tokenOf = (coin: Coin): string => {
    const token = tokens[coin]
    expect(token, `${coin} has a token contract on this chain`)
    return token
  }
  const rawBlock = async (num: number): Promise<Block> => (await ask('/wallet/getblockbynum', { num })) as Block
  const infoOf = async (side: string, value: string): Promise<Info> =>
    (await ask(`/${side}/gettransactioninfobyid`, { value })) as Info
  const newest = async (side: 'wallet' | 'walletsolidity'): Promise<Block> => {
    const block = (await ask(`/${side}/getnowblock`)) as Block
    if (!block.blockID) throw new RpcUnreachable('getnowblock', 'the node names no block')
    return block
  }

  return {
    head: async () => headerOf(await newest('wallet')).number,
    final: async () => headerOf(await newest('walletsolidity')).number,
    blockAt: async (number) => {
      const block = await rawBlock(number)
      return block.blockID ? { ...headerOf(block), at: new Date(timeOf(block)) } : undefined
    },
    transfersOf: (block) => transfersOf(ask, rawBlock, coinOf, block),
    receipt: async (hash) => {
      const info = await infoOf('wallet', hash)
      if (info.id !== hash || info.blockNumber === undefined) return undefined
      const block = await rawBlock(info.blockNumber)
      // The block was replaced between the two queries.
      if (!block.blockID || !block.transactions?.some(({ txID }) => txID === hash)) return undefined
      const { number: blockNumber, hash: blockHash } = headerOf(block)
      const receipt: Receipt = {
        blockNumber,
        blockHash,
        succeeded: wentWell(info),
        firstLogIndex: 0,
        transfers: transfersIn(info, coinOf),
      }
      return receipt
    },
    knows: async (hash) =>
      ((await ask('/wallet/gettransactionbyid', { value: hash })) as { txID?: string }).txID === hash,
    broadcast: async (raw) => {
      try {
        return readBroadcast((await ask('/wallet/broadcasthex', { transaction: raw })) as { code?: string })
      } catch {
        return 'unclear'
      }
    },
    nonce: async () => undefined,
    balance: (coin, address) => balanceAt(ask, tokenOf(coin), address),
    balances: (coin, addresses) => askEach(addresses, (address) => balanceAt(ask, tokenOf(coin), address)),
    gas: (address) => sunAt(ask, address),
    fuel: async ({ coin, ...payment }) => fuelOf(ask, { ...payment, token: tokenOf(coin) }),
    ...noContracts,
    terms: async (payment) => {
      const block = await newest('wallet')
      const solid = await newest('walletsolidity')
      expect(solid.blockID, 'a block that was read has an id')
      const timestamp = timeOf(block)
      const feeLimit = `${await feeLimitOf(ask, tokenOf(payment.coin), payment)}`
      return { ...referenceTo(solid.blockID), timestamp, expiration: timestamp + lifeMs, feeLimit }
    },
    isOver: async (hash, terms) => {
      if (!isTron(terms)) return false
      // Read the time first: a transaction still missing after finality can never appear.
      if (timeOf(await newest('walletsolidity')) < terms.expiration + sureAfterMs) return false
      for (const side of ['wallet', 'walletsolidity']) if ((await infoOf(side, hash)).id !== undefined) return false
      return !((await ask('/wallet/gettransactionbyid', { value: hash })) as { txID?: string }).txID
    },
  }
}

const isTron = (terms: PaymentTerms): terms is TronTerms => 'expiration' in terms

async function balanceAt(ask: TronHttp, token: string, address: string): Promise<bigint> {
  const said = await simulate(ask, address, token, trc20BalanceData(address))
  const [word] = said.constant_result ?? []
  if (!word || !/^[0-9a-f]{64}$/i.test(word)) throw new RpcUnreachable('balanceOf', 'the node names no balance')
  return BigInt(`0x${word}`)
}

/** 1.5 times the current cost, or the maximum if the node does not answer. */
async function feeLimitOf(ask: TronHttp, token: string, { from, to, baseUnits }: Outgoing): Promise<bigint> {
  const energy = await energyOf(ask, from, token, to, baseUnits)
  const { getEnergyFee: price } = await parametersOf(ask)
  if (energy === undefined || price === undefined) return feeLimitMax
  const wanted = (energy * price * 3n) / 2n
  return wanted < feeLimitMax ? wanted : feeLimitMax
}

async function transfersOf(
  ask: TronHttp,
  rawBlock: (num: number) => Promise<Block>,
  coinOf: ReadonlyMap<string, Coin>,
  { number, hash }: BlockHeader,
): Promise<readonly TokenTransfer[] | undefined> {
  const before = await rawBlock(number)
  if (before.blockID !== hash) return undefined
  const ids = before.transactions?.map(({ txID }) => txID) ?? []
  if (ids.length === 0) return []
  const infos = (await ask('/wallet/gettransactioninfobyblocknum', { num: number })) as readonly Info[]
  if ((await rawBlock(number)).blockID !== hash) return undefined
  const known = new Map((Array.isArray(infos) ? infos : []).map((info: Info) => [info.id, info]))
  // A lagging index returns no transactions. Trusting it would lose a payment.
  if (!ids.every((id) => known.get(id)?.blockNumber === number))
    throw new RpcUnreachable('gettransactioninfobyblocknum', 'the node does not name every transaction of the block')
  return ids.flatMap((id) => {
    const info = known.get(id)
    return info && succeeded(info) ? transfersIn(info, coinOf) : []
  })
}
