import type { TronAddress } from '#kit/tron-address.ts'
import { accountOf, tronAddressOf } from '#kit/tron-address.ts'
import { fromHex } from '../bytes.ts'
import { transferTopic } from '../erc20.ts'
import type { ReadTransaction } from '../tron/transaction.ts'

/** What the simulated network knows of accounts: sun, token balances by contract, and the free bandwidth used on a day. */
export type FakeState = {
  readonly sun: Map<string, bigint>
  readonly tokens: Map<string, Map<string, bigint>>
  readonly bandwidth: Map<string, { day: number; used: number }>
}

/** Prices and allowances, as the network's own parameters name them. */
export const prices = { getTransactionFee: 1_000, getEnergyFee: 100, freeNetLimit: 600 } as const
/** What a transfer of USDT takes: less where the receiver holds some already. */
const energyToHolder = 64_285
const energyToNewcomer = 130_285
const energyOfRefusal = 3_400
/** Bytes the network counts for the result of a transaction. */
const resultBytes = 64

export type FakeLog = { readonly address: string; readonly topics: readonly string[]; readonly data: string }
export type Outcome = {
  readonly result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY'
  readonly energy: number
  readonly energyFee: bigint
  readonly netUsage: number
  readonly netFee: bigint
  readonly logs: readonly FakeLog[]
}

/** The state as it is now, untouched by what comes. */
export const copyOf = ({ sun, tokens, bandwidth }: FakeState): FakeState => ({
  sun: new Map(sun),
  tokens: new Map([...tokens].map(([token, balances]) => [token, new Map(balances)])),
  bandwidth: new Map(bandwidth),
})

const sunOf = (state: FakeState, address: string): bigint => state.sun.get(address) ?? 0n
const accountHex = (address: string): string => Buffer.from(accountOf(address)).toString('hex')

export type Call =
  | { readonly name: 'transfer'; readonly to: TronAddress; readonly amount: bigint }
  | { readonly name: 'balanceOf'; readonly owner: TronAddress }

/** Reads the two calls our token knows. @returns undefined for any other, which it refuses. */
export function readCall(data: string): Call | undefined {
  // A true contract takes the last 20 bytes of the word; ours refuses one whose first twelve are not empty.
  const match = /^(a9059cbb|70a08231)0{24}([0-9a-f]{40})([0-9a-f]{64})?$/.exec(data)
  if (!match) return undefined
  const [, selector, account = '', amount] = match
  const address = tronAddressOf(fromHex(account))
  if (selector === '70a08231') return amount === undefined ? { name: 'balanceOf', owner: address } : undefined
  return amount === undefined ? undefined : { name: 'transfer', to: address, amount: BigInt(`0x${amount}`) }
}

/** What a call of a token would do, without doing it. @returns undefined where there is no such contract */
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

/** What the bandwidth of a transaction costs its owner: the day's free bytes if they are enough, else sun for each. */
function bandwidthOf(state: FakeState, from: string, bytes: number, at: number) {
  const day = Math.floor(at / 86_400_000)
  const before = state.bandwidth.get(from)
  const used = before?.day === day ? before.used : 0
  if (used + bytes <= prices.freeNetLimit) return { day, used: used + bytes, netUsage: bytes, netFee: 0n }
  return { day, used, netUsage: 0, netFee: BigInt(bytes * prices.getTransactionFee) }
}

/** Why a transaction may not even stand in a block, in the network's words; undefined where it may. */
export function whyInvalid(state: FakeState, read: ReadTransaction, bytes: number, at: number): string | undefined {
  const { contract } = read.transaction
  const { netFee } = bandwidthOf(state, contract.from, bytes + resultBytes, at)
  if (!state.sun.has(contract.from)) return 'CONTRACT_VALIDATE_ERROR'
  if (contract.kind === 'TransferContract' && sunOf(state, contract.from) < contract.sun + netFee)
    return 'CONTRACT_VALIDATE_ERROR'
  if (contract.kind === 'TriggerSmartContract' && !state.tokens.has(contract.contract)) return 'CONTRACT_VALIDATE_ERROR'
  return sunOf(state, contract.from) < netFee ? 'BANDWITH_ERROR' : undefined
}

function moveTokens(balances: Map<string, bigint>, from: string, to: string, amount: bigint): void {
  balances.set(from, (balances.get(from) ?? 0n) - amount)
  balances.set(to, (balances.get(to) ?? 0n) + amount)
}

/** Does what a valid transaction says, and takes what it costs. */
export function execute(state: FakeState, { transaction }: ReadTransaction, bytes: number, at: number): Outcome {
  const { contract, feeLimit } = transaction
  const { from } = contract
  const { day, used, netUsage, netFee } = bandwidthOf(state, from, bytes + resultBytes, at)
  state.bandwidth.set(from, { day, used })
  state.sun.set(from, sunOf(state, from) - netFee)
  const free = { result: 'SUCCESS', energy: 0, energyFee: 0n, netUsage, netFee, logs: [] } as const
  if (contract.kind === 'TransferContract') {
    state.sun.set(from, sunOf(state, from) - contract.sun)
    state.sun.set(contract.to, sunOf(state, contract.to) + contract.sun)
    return free
  }
  const done = simulate(state, from, contract.contract, contract.data)
  const energy = done?.energy ?? 0
  const wanted = BigInt(energy * prices.getEnergyFee)
  const held = sunOf(state, from)
  const [most = 0n] = [feeLimit, held].toSorted((a, b) => Number(a - b))
  const isShort = wanted > most
  const energyFee = isShort ? most : wanted
  state.sun.set(from, sunOf(state, from) - energyFee)
  if (isShort) return { ...free, result: 'OUT_OF_ENERGY', energy, energyFee }
  if (!done?.ok) return { ...free, result: 'REVERT', energy, energyFee }
  const call = readCall(contract.data)
  if (call?.name !== 'transfer') return { ...free, energy, energyFee }
  moveTokens(state.tokens.get(contract.contract) ?? new Map(), from, call.to, call.amount)
  const topics = [transferTopic.slice(2), ...[from, call.to].map((each) => accountHex(each).padStart(64, '0'))]
  const log = { address: accountHex(contract.contract), topics, data: call.amount.toString(16).padStart(64, '0') }
  return { ...free, energy, energyFee, logs: [log] }
}
