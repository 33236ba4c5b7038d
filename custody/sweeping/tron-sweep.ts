/** At current network prices, in sun and energy. */
export type Fuel = {
  /** Sun; undefined if the address is not activated. */
  readonly held: bigint | undefined
  /** Undefined if the token would reject the transfer. */
  readonly energyNeeded: bigint | undefined
  /** Unused energy. */
  readonly energyLeft: bigint
  /** Sun per unit of energy. */
  readonly energyPrice: bigint
  /** Sun burned for bandwidth. */
  readonly bytesFee: bigint
}

/** A balance of this many times its sweep cost is swept immediately. */
const costTimes = 20n
const stepsMax = 6
const sunPerTrx = 1_000_000n
/** Below the cost of this many sweeps, the operator must send TRX. */
const sweepsAhead = 20n

/** Sun. */
function burnOf({ energyNeeded = 0n, energyLeft, energyPrice }: Fuel): bigint {
  return energyNeeded > energyLeft ? (energyNeeded - energyLeft) * energyPrice : 0n
}

/** Sun, with a tenth extra in case prices move. */
const wantedBy = (fuel: Fuel): bigint => (burnOf(fuel) * 11n) / 10n + fuel.bytesFee

export type NextStep =
  | { readonly kind: 'fund'; readonly sun: bigint }
  | { readonly kind: 'move' }
  | { readonly kind: 'give up'; readonly why: string }

/** @param steps already made */
export function nextStep(fuel: Fuel, steps: number): NextStep {
  if (steps >= stepsMax) return { kind: 'give up', why: `not done in ${stepsMax} steps` }
  if (fuel.energyNeeded === undefined) return { kind: 'give up', why: 'the token refuses to move them' }
  const { held } = fuel
  const missing = wantedBy(fuel) - (held ?? 0n)
  if (missing > 0n) return { kind: 'fund', sun: missing }
  // Any amount of sun activates an address.
  return held === undefined ? { kind: 'fund', sun: 1n } : { kind: 'move' }
}

/** In units of USDT. */
export type Worth = {
  readonly atOnce: bigint
  /** Below this, a sweep costs more than it moves. */
  readonly floor: bigint
}

/** @param trxPrice units of USDT per TRX. Rounds up. */
export function worthOf(fuel: Fuel, trxPrice: bigint): Worth {
  const floor = (burnOf(fuel) * trxPrice + sunPerTrx - 1n) / sunPerTrx
  return { atOnce: costTimes * floor, floor }
}

export const gasWanted = (fuel: Fuel): bigint => sweepsAhead * (wantedBy({ ...fuel, energyLeft: 0n }) + 2n * sunPerTrx)
