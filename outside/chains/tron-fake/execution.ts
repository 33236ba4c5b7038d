import type { TronAddress } from '#kit/chain/tron-address.ts'
import { accountOf, tronAddressOf } from '#kit/chain/tron-address.ts'
import { transferTopic } from '../evm/erc20.ts'
import { fromHex } from '../keys/bytes.ts'
import type { ReadTransaction } from '../tron/transaction.ts'
import {
  accountFee,
  bandwidthFor,
  changeStake,
  chargeBandwidth,
  chargeEnergy,
  exists,
  type Resources,
  sunOf,
  whyNotStaked,
} from './resources.ts'

export type FakeState = Resources & { readonly tokens: Map<string, Map<string, bigint>> }

/** A transfer costs less energy if the receiver already has USDT. */
const energyToHolder = 64_285
const energyToNewcomer = 130_285
const energyOfRefusal = 3_400
export type FakeLog = { readonly address: string; readonly topics: readonly string[]; readonly data: string }
export type Outcome = {
  readonly result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY'
  readonly energy: number
  /** Energy paid for by stake. */
  readonly energyUsage: number
  readonly energyFee: bigint
  readonly netUsage: number
  readonly netFee: bigint
  readonly logs: readonly FakeLog[]
}

export const copyOf = ({ sun, tokens, bandwidth, energy, staked, lent }: FakeState): FakeState => ({
  sun: new Map(sun),
  tokens: new Map([...tokens].map(([token, balances]) => [token, new Map(balances)])),
  bandwidth: new Map(bandwidth),
  energy: new Map(energy),
  staked: new Map(staked),
  lent: new Map(lent),
})

const accountHex = (address: string): string => Buffer.from(accountOf(address)).toString('hex')

export type Call =
  | { readonly name: 'transfer'; readonly to: TronAddress; readonly amount: bigint }
  | { readonly name: 'balanceOf'; readonly owner: TronAddress }

/** @returns undefined for calls that the token rejects. */
export function readCall(data: string): Call | undefined {
  // A real contract ignores the upper twelve bytes; ours requires zeros.
  const match = /^(a9059cbb|70a08231)0{24}([0-9a-f]{40})([0-9a-f]{64})?$/.exec(data)
  if (!match) return undefined
  const [, selector, account = '', amount] = match
  const address = tronAddressOf(fromHex(account))
  if (selector === '70a08231') return amount === undefined ? { name: 'balanceOf', owner: address } : undefined
  return amount === undefined ? undefined : { name: 'transfer', to: address, amount: BigInt(`0x${amount}`) }
}

/** Read-only. @returns undefined if there is no such contract */
export function simulate(state: FakeState, from: string, contract: string, data: string) {
  const balances = state.tokens.get(contract)
  if (!balances) return undefined
  const call = readCall(data)
  if (call?.name === 'balanceOf') {
    const held = balances.get(call.owner) ?? 0n
    return { ok: true, energy: 935, output: held.toString(16).padStart(64, '0') }
  }
  if (!call || (balances.get(from) ?? 0n) < call.amount) return { ok: false, energy: energyOfRefusal, output: '' }
  const energy = (balances.get(call.to) ?? 0n) > 0n ? energyToHolder : energyToNewcomer
  return { ok: true, energy, output: '1'.padStart(64, '0') }
}

/** TRON's error; undefined if a block may contain the transaction. */
export function whyInvalid(state: FakeState, read: ReadTransaction, bytes: number, at: number): string | undefined {
  const { contract } = read.transaction
  const { from, kind } = contract
  if (!exists(state, from)) return 'CONTRACT_VALIDATE_ERROR'
  const { netFee } = bandwidthFor(state, contract, bytes, at)
  if (sunOf(state, from) < netFee) return 'BANDWITH_ERROR'
  const left = sunOf(state, from) - netFee
  if (kind === 'TransferContract') {
    const isWrong = contract.sun <= 0n || contract.to === from || left < contract.sun + accountFee(state, contract)
    return isWrong ? 'CONTRACT_VALIDATE_ERROR' : undefined
  }
  if (kind === 'TriggerSmartContract')
    return state.tokens.has(contract.contract) ? undefined : 'CONTRACT_VALIDATE_ERROR'
  if (kind === 'FreezeBalanceV2Contract' && left < contract.sun) return 'CONTRACT_VALIDATE_ERROR'
  return whyNotStaked(state, contract, (address) => state.tokens.has(address), at)
}

function moveTokens(balances: Map<string, bigint>, from: string, to: string, amount: bigint): void {
  balances.set(from, (balances.get(from) ?? 0n) - amount)
  balances.set(to, (balances.get(to) ?? 0n) + amount)
}

export function execute(state: FakeState, { transaction }: ReadTransaction, bytes: number, at: number): Outcome {
  const { contract, feeLimit } = transaction
  const { from } = contract
  const { netUsage, netFee } = bandwidthFor(state, contract, bytes, at)
  const burnt = accountFee(state, contract)
  chargeBandwidth(state, from, netUsage, netFee, at)
  const bytesPaid = { netUsage, netFee: netFee + burnt }
  const free: Outcome = { result: 'SUCCESS', energy: 0, energyUsage: 0, energyFee: 0n, logs: [], ...bytesPaid }
  if (contract.kind === 'TransferContract') {
    state.sun.set(from, sunOf(state, from) - contract.sun - burnt)
    state.sun.set(contract.to, sunOf(state, contract.to) + contract.sun)
    return free
  }
  if (contract.kind !== 'TriggerSmartContract') {
    changeStake(state, contract, at)
    return free
  }
  const done = simulate(state, from, contract.contract, contract.data)
  const { isShort, ...charged } = chargeEnergy(state, from, done?.energy ?? 0, feeLimit, at)
  if (isShort) return { ...free, ...charged, result: 'OUT_OF_ENERGY' }
  if (!done?.ok) return { ...free, ...charged, result: 'REVERT' }
  const call = readCall(contract.data)
  if (call?.name !== 'transfer') return { ...free, ...charged }
  moveTokens(state.tokens.get(contract.contract) ?? new Map(), from, call.to, call.amount)
  const topics = [transferTopic.slice(2), ...[from, call.to].map((each) => accountHex(each).padStart(64, '0'))]
  const log = { address: accountHex(contract.contract), topics, data: call.amount.toString(16).padStart(64, '0') }
  return { ...free, ...charged, logs: [log] }
}
