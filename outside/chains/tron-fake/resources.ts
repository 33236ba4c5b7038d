import type { TronContract } from '../tron/contract.ts'

/** Named like TRON's parameters: sun, bytes and units of energy. */
export const prices = {
  getTransactionFee: 1_000,
  getEnergyFee: 100,
  getCreateAccountFee: 100_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getTotalEnergyCurrentLimit: 180_000_000_000,
  freeNetLimit: 600,
} as const
export const sunPerTrx = 1_000_000n
/** Energy staked by others, in TRX. Daily energy is shared by stake. */
export const totalEnergyWeight = 19_000_000_000
/** Bytes charged for a transaction's result. */
const resultBytes = 64
/** Usage recovers linearly within a day. */
const windowMs = 86_400_000

/** Milliseconds since 1970. */
export type Usage = { readonly used: number; readonly at: number }

/** An account exists if `sun` has an entry. */
export type Resources = {
  readonly sun: Map<string, bigint>
  /** Used free bytes, and used energy from stake. */
  readonly bandwidth: Map<string, Usage>
  readonly energy: Map<string, Usage>
  /** `staked`: for energy and not lent. `lent`: keyed by "lender receiver". */
  readonly staked: Map<string, bigint>
  readonly lent: Map<string, bigint>
}

export const sunOf = ({ sun }: Resources, address: string): bigint => sun.get(address) ?? 0n
export const exists = ({ sun }: Resources, address: string): boolean => sun.has(address)

function usedAt(usage: Usage | undefined, at: number): number {
  const left = windowMs - (at - (usage?.at ?? at))
  return !usage || left <= 0 ? 0 : Math.ceil((usage.used * left) / windowMs)
}

export const energyFor = (sun: bigint): number =>
  Number(((sun / sunPerTrx) * BigInt(prices.getTotalEnergyCurrentLimit)) / BigInt(totalEnergyWeight))

const receivedBy = ({ lent }: Resources, address: string): bigint =>
  [...lent].reduce((sum, [pair, sun]) => (pair.endsWith(` ${address}`) ? sum + sun : sum), 0n)
const stakeFor = (state: Resources, address: string): bigint =>
  (state.staked.get(address) ?? 0n) + receivedBy(state, address)

export const bandwidthUsed = ({ bandwidth }: Resources, address: string, at: number): number =>
  usedAt(bandwidth.get(address), at)
/** Energy from own and borrowed stake. */
export const energyOf = (state: Resources, address: string, at: number) => ({
  limit: energyFor(stakeFor(state, address)),
  used: usedAt(state.energy.get(address), at),
})
/** Energy usable without burning sun. */
export function energyLeft(state: Resources, address: string, at: number): number {
  const { limit, used } = energyOf(state, address, at)
  return Math.max(0, limit - used)
}
/** Excludes stake whose energy is in use. Rounded down to whole TRX. */
export function lendable(state: Resources, address: string, at: number): bigint {
  const { used } = energyOf(state, address, at)
  const usedTrx = BigInt(Math.ceil((used * totalEnergyWeight) / prices.getTotalEnergyCurrentLimit))
  const free = (state.staked.get(address) ?? 0n) - usedTrx * sunPerTrx
  return free > 0n ? (free / sunPerTrx) * sunPerTrx : 0n
}

const makesAccount = (state: Resources, contract: TronContract): boolean =>
  contract.kind === 'TransferContract' && !exists(state, contract.to)

/** Uses free bytes if sufficient, otherwise sun per byte. Creating an account has its own price. */
export function bandwidthFor(state: Resources, contract: TronContract, bytes: number, at: number) {
  if (makesAccount(state, contract)) return { netUsage: 0, netFee: BigInt(prices.getCreateAccountFee) }
  const counted = bytes + resultBytes
  const isFree = bandwidthUsed(state, contract.from, at) + counted <= prices.freeNetLimit
  return isFree
    ? { netUsage: counted, netFee: 0n }
    : { netUsage: 0, netFee: BigInt(counted * prices.getTransactionFee) }
}

export const accountFee = (state: Resources, contract: TronContract): bigint =>
  makesAccount(state, contract) ? BigInt(prices.getCreateNewAccountFeeInSystemContract) : 0n

export function chargeBandwidth(state: Resources, from: string, netUsage: number, netFee: bigint, at: number): void {
  state.sun.set(from, sunOf(state, from) - netFee)
  if (netUsage) state.bandwidth.set(from, { used: bandwidthUsed(state, from, at) + netUsage, at })
}

/**
 * Uses staked energy first, then sun, up to the balance and the fee limit, which also counts staked energy. @returns whether this was too
 * little; if so, the call changes nothing.
 */
export function chargeEnergy(state: Resources, from: string, needed: number, feeLimit: bigint, at: number) {
  const price = BigInt(prices.getEnergyFee)
  const left = energyLeft(state, from, at)
  const [owned, allowed] = [BigInt(left) + sunOf(state, from) / price, feeLimit / price]
  const budget = owned < allowed ? owned : allowed
  const isShort = BigInt(needed) > budget
  const energy = isShort ? Number(budget) : needed
  const energyUsage = Math.min(left, energy)
  const energyFee = BigInt(energy - energyUsage) * price
  state.sun.set(from, sunOf(state, from) - energyFee)
  if (energyUsage) state.energy.set(from, { used: energyOf(state, from, at).used + energyUsage, at })
  return { energy, energyUsage, energyFee, isShort }
}

const pairOf = (from: string, to: string): string => `${from} ${to}`

/** TRON's error; undefined if allowed. */
export function whyNotStaked(
  state: Resources,
  contract: TronContract,
  isContract: (address: string) => boolean,
  at: number,
): string | undefined {
  const wrong = 'CONTRACT_VALIDATE_ERROR'
  if (contract.kind === 'FreezeBalanceV2Contract')
    return contract.sun < sunPerTrx || sunOf(state, contract.from) < contract.sun ? wrong : undefined
  if (contract.kind === 'DelegateResourceContract') {
    const { from, to, sun } = contract
    const isTaker = exists(state, to) && to !== from && !isContract(to)
    return sun < sunPerTrx || sun > lendable(state, from, at) || !isTaker ? wrong : undefined
  }
  if (contract.kind !== 'UnDelegateResourceContract') return undefined
  const lent = state.lent.get(pairOf(contract.from, contract.to)) ?? 0n
  return contract.sun <= 0n || lent < contract.sun ? wrong : undefined
}

/** On reclaim, the receiver's usage returns to the lender and recovers there. */
export function changeStake(state: Resources, contract: TronContract, at: number): void {
  if (contract.kind === 'FreezeBalanceV2Contract') {
    state.sun.set(contract.from, sunOf(state, contract.from) - contract.sun)
    state.staked.set(contract.from, (state.staked.get(contract.from) ?? 0n) + contract.sun)
    return
  }
  if (contract.kind !== 'DelegateResourceContract' && contract.kind !== 'UnDelegateResourceContract') return
  const { from, to, sun } = contract
  const pair = pairOf(from, to)
  const isLending = contract.kind === 'DelegateResourceContract'
  const all = stakeFor(state, to)
  const change = isLending ? sun : -sun
  state.staked.set(from, (state.staked.get(from) ?? 0n) - change)
  state.lent.set(pair, (state.lent.get(pair) ?? 0n) + change)
  if (isLending || all === 0n) return
  const { used } = energyOf(state, to, at)
  const back = Math.min(energyFor(sun), Number((BigInt(used) * sun) / all))
  state.energy.set(to, { used: used - back, at })
  state.energy.set(from, { used: energyOf(state, from, at).used + back, at })
}
