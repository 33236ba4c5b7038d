import { bytesToHex } from '@noble/hashes/utils.js'
import { tronAddressOf, tronAddressProblem, tronHexOf } from '#kit/chain/tron-address.ts'
import { fromHex } from '../keys/bytes.ts'
import type { TronContract } from '../tron/contract.ts'
import { rawDataOf } from '../tron/transaction.ts'
import type { FakeBlock, FakeChain, FakeTransaction } from './chain.ts'
import { simulate } from './execution.ts'
import { bandwidthUsed, energyOf, lendable, prices, totalEnergyWeight } from './resources.ts'

export type Question = Readonly<Record<string, unknown>>

export class BadQuestion extends Error {}

const refuse = (why: string): never => {
  throw new BadQuestion(why)
}
const jsonNumber = (value: bigint): number => Number(value)
const hexText = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

function numberOf({ num }: Question): number {
  return typeof num === 'number' && Number.isSafeInteger(num) && num >= 0 ? num : refuse('num is not a block number')
}
function idOf({ value }: Question): string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)
    ? value.toLowerCase()
    : refuse('value is not the id of a transaction')
}
/** Base58 if `visible`, else hex. */
function addressOf(question: Question, field: string): string {
  const given = question[field]
  if (typeof given !== 'string') return refuse(`${field} is missing`)
  if (question.visible === true) return tronAddressProblem(given) ? refuse(`${field} is not an address`) : given
  return /^41[0-9a-f]{40}$/i.test(given)
    ? tronAddressOf(fromHex(given.slice(2)))
    : refuse(`${field} is not an address in hex; say visible: true for the other form`)
}

function showContract(contract: TronContract) {
  switch (contract.kind) {
    case 'TransferContract':
      return { to_address: tronHexOf(contract.to), amount: jsonNumber(contract.sun) }
    case 'TriggerSmartContract':
      return { contract_address: tronHexOf(contract.contract), data: contract.data }
    case 'FreezeBalanceV2Contract':
      return { resource: 'ENERGY', frozen_balance: jsonNumber(contract.sun) }
    default:
      return { resource: 'ENERGY', balance: jsonNumber(contract.sun), receiver_address: tronHexOf(contract.to) }
  }
}

function showTransaction({ read, outcome }: FakeTransaction) {
  const { transaction, hash, signature } = read
  const { contract, refBlockBytes, refBlockHash, expiration, timestamp, feeLimit } = transaction
  const owner = { owner_address: tronHexOf(contract.from) }
  const value = { ...owner, ...showContract(contract) }
  const type_url = `type.googleapis.com/protocol.${contract.kind}`
  return {
    ret: [{ contractRet: outcome.result }],
    signature: [signature],
    txID: hash,
    raw_data: {
      contract: [{ parameter: { value, type_url }, type: contract.kind }],
      ref_block_bytes: refBlockBytes,
      ref_block_hash: refBlockHash,
      expiration,
      ...(feeLimit ? { fee_limit: jsonNumber(feeLimit) } : {}),
      timestamp,
    },
    raw_data_hex: bytesToHex(rawDataOf(transaction)),
  }
}

function showBlock({ id, header, transactions }: FakeBlock) {
  const { number, txTrieRoot, witness, parentHash, version, timestamp } = header
  return {
    blockID: id,
    block_header: {
      // The real node omits zeros.
      raw_data: {
        ...(number ? { number } : {}),
        txTrieRoot,
        witness_address: witness,
        parentHash,
        version,
        timestamp,
      },
    },
    ...(transactions.length ? { transactions: transactions.map(showTransaction) } : {}),
  }
}

function showInfo({ header }: FakeBlock, { read, outcome }: FakeTransaction) {
  const { contract } = read.transaction
  const { energy, energyUsage, energyFee, netUsage, netFee, result, logs } = outcome
  const isCall = contract.kind === 'TriggerSmartContract'
  const fee = jsonNumber(energyFee + netFee)
  return {
    id: read.hash,
    ...(fee ? { fee } : {}),
    blockNumber: header.number,
    blockTimeStamp: header.timestamp,
    contractResult: [isCall && result === 'SUCCESS' ? '1'.padStart(64, '0') : ''],
    ...(isCall ? { contract_address: tronHexOf(contract.contract) } : {}),
    receipt: {
      ...(energyUsage ? { energy_usage: energyUsage } : {}),
      ...(energy ? { energy_usage_total: energy, energy_fee: jsonNumber(energyFee) } : {}),
      ...(netUsage ? { net_usage: netUsage } : { net_fee: jsonNumber(netFee) }),
      ...(isCall ? { result } : {}),
    },
    ...(result === 'SUCCESS' ? {} : { result: 'FAILED', resMessage: hexText(result) }),
    ...(logs.length ? { log: logs } : {}),
  }
}

function triggerConstant(chain: FakeChain, question: Question) {
  const [from, contract] = [addressOf(question, 'owner_address'), addressOf(question, 'contract_address')]
  const { data } = question
  if (typeof data !== 'string' || !/^([0-9a-f]{2})*$/i.test(data)) return refuse('data is not hex')
  const done = simulate(chain.newest, from, contract, data.toLowerCase())
  if (!done) return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: hexText('Smart contract is not exist.') } }
  if (!done.ok)
    return {
      result: { result: true, message: hexText('REVERT opcode executed') },
      energy_used: done.energy,
      constant_result: [''],
    }
  return { result: { result: true }, energy_used: done.energy, constant_result: [done.output] }
}

/** Empty for an unknown address. */
function account(chain: FakeChain, question: Question) {
  const address = addressOf(question, 'address')
  const sun = chain.newest.sun.get(address)
  if (sun === undefined) return {}
  const staked = chain.newest.staked.get(address) ?? 0n
  return {
    address: tronHexOf(address),
    ...(sun ? { balance: jsonNumber(sun) } : {}),
    frozenV2: [{}, { type: 'ENERGY', ...(staked ? { amount: jsonNumber(staked) } : {}) }],
  }
}

function accountResource(chain: FakeChain, question: Question) {
  const address = addressOf(question, 'address')
  if (!chain.newest.sun.has(address)) return {}
  const at = chain.head.header.timestamp
  const net = bandwidthUsed(chain.newest, address, at)
  const { limit, used } = energyOf(chain.newest, address, at)
  return {
    freeNetLimit: prices.freeNetLimit,
    ...(net ? { freeNetUsed: net } : {}),
    ...(limit ? { EnergyLimit: limit } : {}),
    ...(used ? { EnergyUsed: used } : {}),
    TotalEnergyLimit: prices.getTotalEnergyCurrentLimit,
    TotalEnergyWeight: totalEnergyWeight,
  }
}

/** TRON uses 0 for bandwidth and 1 for energy. */
function canLend(chain: FakeChain, question: Question) {
  const address = addressOf(question, 'owner_address')
  const sun = question.type === 1 ? lendable(chain.newest, address, chain.head.header.timestamp) : 0n
  return sun ? { max_size: jsonNumber(sun) } : {}
}

function broadcastHex(chain: FakeChain, { transaction }: Question) {
  if (typeof transaction !== 'string') return refuse('transaction is missing')
  const answer = chain.broadcast(transaction.toLowerCase())
  return 'result' in answer ? answer : { ...answer, message: hexText(answer.message) }
}

/** @param path "/wallet/…" for the newest block, "/walletsolidity/…" for final state. @returns undefined for any other path. */
export function answerOf(chain: FakeChain, path: string, question: Question): unknown {
  const [, side = '', name = ''] = path.split('/')
  if (side !== 'wallet' && side !== 'walletsolidity') return undefined
  const last = side === 'wallet' ? chain.head.header.number : chain.solidNumber
  const blockAt = (number: number): FakeBlock | undefined => (number <= last ? chain.blocks[number] : undefined)
  const found = () => {
    const place = chain.find(idOf(question))
    return place && place.block.header.number <= last ? place : undefined
  }
  switch (name) {
    case 'getnowblock':
      return showBlock(blockAt(last) ?? chain.head)
    case 'getblockbynum': {
      const block = blockAt(numberOf(question))
      return block ? showBlock(block) : {}
    }
    case 'gettransactioninfobyblocknum': {
      const block = blockAt(numberOf(question))
      return block?.transactions.map((each) => showInfo(block, each)) ?? []
    }
    case 'gettransactioninfobyid': {
      const place = found()
      return place ? showInfo(place.block, place.transaction) : {}
    }
    case 'gettransactionbyid': {
      const place = found()
      return place ? showTransaction(place.transaction) : {}
    }
    case 'triggerconstantcontract':
      return triggerConstant(chain, question)
  }
  if (side !== 'wallet') return undefined
  if (name === 'broadcasthex') return broadcastHex(chain, question)
  if (name === 'getaccountresource') return accountResource(chain, question)
  if (name === 'getaccount') return account(chain, question)
  if (name === 'getcandelegatedmaxsize') return canLend(chain, question)
  if (name !== 'getchainparameters') return undefined
  const { freeNetLimit: getFreeNetLimit, ...others } = prices
  return { chainParameter: Object.entries({ ...others, getFreeNetLimit }).map(([key, value]) => ({ key, value })) }
}
