import { type TronAddress, tronAddressOf, tronHexOf } from '#kit/chain/tron-address.ts'
import { randomBytes } from '#kit/text/random.ts'
import { RpcRefused } from '../evm/json-rpc.ts'
import type { ChainPort } from '../port.ts'
import { blockIdOf } from './block.ts'
import { pricesOf, sunAt } from './fuel.ts'
import type { TronHttp } from './http.ts'
import { readBroadcast, tronPort } from './port.ts'
import { readTransaction } from './transaction.ts'

export type Finding = { readonly name: string; readonly isRight: boolean; readonly detail: string }
export type LiveOptions = {
  readonly token: TronAddress
  readonly now: Date
  readonly blocks: number
}

type Transaction = {
  readonly txID: string
  readonly signature?: readonly string[]
  readonly raw_data_hex?: string
  readonly raw_data?: { readonly contract?: readonly { readonly type?: string }[] }
}
type Block = {
  readonly blockID: string
  readonly block_header: {
    readonly raw_data: {
      readonly number?: number
      readonly timestamp?: number
      readonly txTrieRoot: string
      readonly parentHash: string
      readonly witness_address: string
      readonly version?: number
    }
  }
  readonly transactions?: readonly Transaction[]
}

const kindsWeWrite = ['TransferContract', 'TriggerSmartContract']
const lateMs = 120_000

const numberOf = ({ block_header }: Block): number => block_header.raw_data.number ?? 0

function idByUs(block: Block): string {
  const { txTrieRoot, parentHash, witness_address: witness, timestamp = 0, version = 0 } = block.block_header.raw_data
  return blockIdOf({ number: numberOf(block), timestamp, txTrieRoot, parentHash, witness, version })
}

/** Undefined for a transaction type we never write, such as one with a memo. */
function isReadByUs({ txID, raw_data_hex: rawData = '', signature = [] }: Transaction): boolean | undefined {
  const [only, ...more] = signature
  if (!only || more.length > 0) return undefined
  const length = rawData.length / 2
  const varint = length < 128 ? [length] : [(length & 127) | 128, length >> 7]
  const raw = `0a${Buffer.from(varint).toString('hex')}${rawData}1241${only}`
  try {
    return readTransaction(raw.toLowerCase()).hash === txID
  } catch {
    return undefined
  }
}

type Look = () => Promise<[isRight: boolean, detail: string]>
type Check = (name: string, look: Look) => Promise<void>
type Examined = {
  readonly ask: TronHttp
  readonly port: ChainPort
  readonly check: Check
  readonly options: LiveOptions
}

async function checkBlocks({ ask, port, check, options: { now, blocks } }: Examined): Promise<readonly Block[]> {
  const blockAt = async (num: number): Promise<Block> => (await ask('/walletsolidity/getblockbynum', { num })) as Block
  let final = 0
  await check('getnowblock: the newest block is new, the final one behind it', async () => {
    const newest = (await ask('/wallet/getnowblock')) as Block
    const head = numberOf(newest)
    final = (await port.final()) ?? 0
    const ageMs = now.getTime() - (newest.block_header.raw_data.timestamp ?? 0)
    return [final <= head && ageMs < lateMs, `newest ${head}, ${Math.round(ageMs / 1000)} s old; final ${final}`]
  })
  await check('getblockbynum: the first block names the chain', async () => {
    const first = await port.blockAt(0)
    return [first !== undefined, `"evmChainId": ${Number.parseInt(first?.hash.slice(-8) ?? '', 16)}`]
  })
  const read: Block[] = []
  await check(`getblockbynum: ${blocks} final blocks follow from each other, their ids as we write them`, async () => {
    for (let number = final - blocks + 1; number <= final; number += 1) read.push(await blockAt(number))
    const wrong = read.filter(
      (block, place) =>
        idByUs(block) !== block.blockID ||
        (place > 0 && block.block_header.raw_data.parentHash !== read[place - 1]?.blockID),
    )
    return [wrong.length === 0 && read.length === blocks, `${wrong.length} of ${read.length} differ`]
  })
  return read
}

async function checkTransactions({ port, check }: Examined, read: readonly Block[]): Promise<void> {
  const transactions = read.flatMap((block) => block.transactions ?? [])
  await check('gettransactioninfobyblocknum: every transaction of every block is named', async () => {
    let transfers = 0
    for (const block of read) {
      const { parentHash: parent } = block.block_header.raw_data
      const found = await port.transfersOf({ number: numberOf(block), hash: block.blockID, parent })
      transfers += found?.length ?? 0
    }
    return [true, `${transactions.length} transactions, ${transfers} of them transfers of the token`]
  })
  await check('transactions of the kinds we write are read as we would write them', async () => {
    const ofOurKinds = transactions.filter(({ raw_data: rawData }) =>
      kindsWeWrite.includes(rawData?.contract?.[0]?.type ?? ''),
    )
    const answers = ofOurKinds.map(isReadByUs)
    const count = (wanted: boolean | undefined) => answers.filter((each) => each === wanted).length
    const detail = `${count(true)} the same, ${count(false)} differ, ${count(undefined)} say what we never write`
    return [count(false) === 0 && (answers.length === 0 || count(true) > 0), detail]
  })
  const [sample] = transactions
  await check('gettransactioninfobyid and gettransactionbyid: one transaction, both ways', async () => {
    if (!sample) return [true, 'the blocks hold no transaction']
    const [receipt, isKnown] = [await port.receipt(sample.txID), await port.knows(sample.txID)]
    return [receipt !== undefined && isKnown, `${sample.txID} in block ${receipt?.blockNumber}`]
  })
}

async function checkCalls({ ask, port, check, options: { token } }: Examined): Promise<void> {
  await check('triggerconstantcontract: a balance of the token', async () => {
    const units = await port.balance('USDT', token)
    return [true, `${units} base units at the contract's own address`]
  })
  await check('getchainparameters: the prices of energy, bytes and new accounts, which sweeping pays', async () => {
    const { getEnergyFee: energy, getTransactionFee: byte, ...account } = await pricesOf(ask)
    const sun = account.getCreateAccountFee + account.getCreateNewAccountFeeInSystemContract
    // A price 100 times today's means a different network or a wrong field.
    const isSane = energy > 0n && energy < 100_000n && byte > 0n && byte < 1_000_000n && sun < 1_000_000_000n
    return [isSane, `${energy} sun for a unit of energy, ${byte} for a byte, ${sun} for an account`]
  })
  await check('getaccount: knows an address in use, and names nothing of one that nobody used', async () => {
    const nobody = tronAddressOf(randomBytes(20))
    const [held, nothing] = [await sunAt(ask, token), await sunAt(ask, nobody)]
    return [held !== undefined && nothing === undefined, `${held} sun at the contract; ${nothing} at ${nobody}`]
  })
  await check('getaccountresource: names the energy and the free bytes of an address', async () => {
    const said = (await ask('/wallet/getaccountresource', { address: tronHexOf(token) })) as Record<string, unknown>
    const names = ['TotalEnergyLimit', 'TotalEnergyWeight'] as const
    const isRight = names.every((name) => Number(said[name]) > 0) && Number(said.freeNetLimit) >= 0
    return [isRight, `${said.freeNetLimit} free bytes a day`]
  })
  await check('broadcasthex: what is no transaction is refused', async () => {
    const said = await ask('/wallet/broadcasthex', { transaction: '00' }).catch((error: unknown) => {
      if (error instanceof RpcRefused) return { code: error.message }
      throw error
    })
    const { code = '' } = said as { code?: string }
    return [readBroadcast(said as { code?: string }) === 'unclear', code]
  })
}

/** Changes nothing, because the bytes it broadcasts are invalid and must be rejected. */
export async function checkLive(ask: TronHttp, options: LiveOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const check: Check = async (name, look) => {
    const [isRight, detail] = await look().catch((error: unknown): [boolean, string] => [
      false,
      error instanceof Error ? `${error.message}${error.cause ? ` (${error.cause})` : ''}` : String(error),
    ])
    findings.push({ name, isRight, detail })
  }
  const examined: Examined = { ask, port: tronPort(ask, { USDT: options.token }), check, options }
  await checkTransactions(examined, await checkBlocks(examined))
  await checkCalls(examined)
  return findings
}
