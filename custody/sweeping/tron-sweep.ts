/** What sending its coins takes at a deposit address, as the network says it now: sun and units of energy. */
export type Fuel = {
  /** Sun at the address; undefined where the network does not know it. */
  readonly held: bigint | undefined
  /** What the transfer takes; undefined where the token would refuse it. */
  readonly energyNeeded: bigint | undefined
  /** Energy the address has beside its sun, and not used. */
  readonly energyLeft: bigint
  /** Sun for a unit of energy. */
  readonly energyPrice: bigint
  /** Sun the transfer burns for its bytes. */
  readonly bytesFee: bigint
}

/** A deposit address is swept at once when it holds so many times what sweeping it costs. */
const costTimes = 20n
/** Steps of one sweep before it is given up for a while. */
const stepsMax = 6
const sunPerTrx = 1_000_000n
/** Of every sweep so many can be paid, or the operator is asked for TRX. */
const sweepsAhead = 20n

/** Sun a transfer burns for energy, at the network's price of now. */
function burnOf({ energyNeeded = 0n, energyLeft, energyPrice }: Fuel): bigint {
  return energyNeeded > energyLeft ? (energyNeeded - energyLeft) * energyPrice : 0n
}

/** Sun an address is to hold so that its coins can leave: a tenth more than now, for prices move while it is sent. */
const wantedBy = (fuel: Fuel): bigint => (burnOf(fuel) * 11n) / 10n + fuel.bytesFee

export type NextStep =
  | { readonly kind: 'fund'; readonly sun: bigint }
  | { readonly kind: 'move' }
  | { readonly kind: 'give up'; readonly why: string }

/** What emptying a deposit address needs next. @param steps that were made of this sweep already */
export function nextStep(fuel: Fuel, steps: number): NextStep {
  if (steps >= stepsMax) return { kind: 'give up', why: `not done in ${stepsMax} steps` }
  if (fuel.energyNeeded === undefined) return { kind: 'give up', why: 'the token refuses to move them' }
  const { held } = fuel
  const missing = wantedBy(fuel) - (held ?? 0n)
  if (missing > 0n) return { kind: 'fund', sun: missing }
  // It takes some sun, however little, until the network knows an address.
  return held === undefined ? { kind: 'fund', sun: 1n } : { kind: 'move' }
}

/** What a sweep is held against, in units of USDT. */
export type Worth = {
  /** From here an address is swept at once. */
  readonly atOnce: bigint
  /** What is less is never swept: it would cost more than it brings. */
  readonly floor: bigint
}

/** @param trxPrice units of USDT for a TRX. Rounds up. */
export function worthOf(fuel: Fuel, trxPrice: bigint): Worth {
  const floor = (burnOf(fuel) * trxPrice + sunPerTrx - 1n) / sunPerTrx
  return { atOnce: costTimes * floor, floor }
}

/** Sun the gas account is to hold, so that it does not run dry while someone sleeps. @param fuel of a transfer out of the gas account */
export const gasWanted = (fuel: Fuel): bigint => sweepsAhead * (wantedBy({ ...fuel, energyLeft: 0n }) + 2n * sunPerTrx)
