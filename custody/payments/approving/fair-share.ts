import { divide } from '#kit/amount/amount.ts'

/** A 24-hour cap for one coin, at the signer or in a payout contract. In units. */
export type DayCap = {
  readonly atOnce: bigint
  readonly inDay: bigint
  readonly left: bigint
  /** Amounts paid within 24 hours, per half of the cap. */
  readonly openTaken: bigint
  readonly smallTaken: bigint
}

export type Claim = {
  /** In units, after the fee. */
  readonly units: bigint
  /** The wallet's payments within 24 hours and seven days, each with its earlier waiting amounts. */
  readonly dayTaken: bigint
  readonly weekTaken: bigint
  readonly isApproved: boolean
}

const halves = 2n
/** A wallet's daily share without review is the cap divided by this. */
const walletPart = 10n
/** A wallet's limit for small payments within seven days is the rest of the small half divided by this. */
const smallPart = 50n

/** The limit per wallet and 24 hours without review. A day's first payment may be larger. */
export const ownShare = ({ inDay }: Pick<DayCap, 'inDay'>): bigint => divide(inDay, walletPart, 'down')

const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export type Room = 'small' | 'yes' | 'own' | 'full' | 'never'

const isSmallOf = ({ units, weekTaken }: Claim, left: bigint): boolean => (weekTaken + units) * smallPart <= left

/**
 * `small`: never queues. `yes`: there is room. `own`: the wallet's daily share is used up, so later claims may pass. `full`: only small
 * claims may pass. `never`: above the cap per payment.
 */
export function roomFor(claim: Claim, { atOnce, inDay, left, openTaken, smallTaken }: DayCap): Room {
  const { units, dayTaken, isApproved } = claim
  const half = divide(inDay, halves, 'down')
  if (units > atOnce) return 'never'
  if (isSmallOf(claim, smaller(left, half - smallTaken))) return 'small'
  if (!isApproved && dayTaken > 0n && dayTaken + units > ownShare({ inDay })) return 'own'
  // Otherwise a payment above half the cap could never leave.
  return units <= left && openTaken + units <= greater(half, atOnce) ? 'yes' : 'full'
}

export function roomInStock(claim: Claim, stock: bigint): Room {
  if (claim.units > stock) return 'full'
  return isSmallOf(claim, stock) ? 'small' : 'yes'
}

type Waiting = Claim & { readonly id: bigint }

/** Sorts approved claims first, then wallets without payments within seven days, then smallest resulting total, then longest wait. */
export function compareClaims(one: Waiting, other: Waiting): number {
  if (one.isApproved !== other.isApproved) return one.isApproved ? -1 : 1
  if ((one.weekTaken === 0n) !== (other.weekTaken === 0n)) return one.weekTaken === 0n ? -1 : 1
  const [mine, theirs] = [one.weekTaken + one.units, other.weekTaken + other.units]
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/**
 * Only small claims may overtake a claim that is `full`. @param line in queue order @param rooms the caps' results, always in the same
 * order @returns undefined if all must wait
 */
export function nextOf<Each>(line: readonly Each[], rooms: (each: Each) => readonly Room[]): Each | undefined {
  const full = new Set<number>()
  return line.find((each) => {
    const said = rooms(each)
    const passes = said.every((room, cap) => room === 'small' || (room === 'yes' && !full.has(cap)))
    if (!passes) for (const [cap, room] of said.entries()) if (room === 'full') full.add(cap)
    return passes
  })
}
