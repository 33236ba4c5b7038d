import { showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { type ChainId, chains } from '#kit/chains.ts'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import { fail } from '#kit/failure.ts'
import type { Opening } from '#kit/opening.ts'
import { openingAt } from '#kit/opening.ts'
import { brokenRule, isLookedAt } from './amount-rule.ts'
import type { Limits, Terms } from './withdrawal-settings.ts'

/** A new address is paid 24 h after it was bound, and not before. */
export const newAddressHoldEnd = (boundAt: Date): Date => addMs(boundAt, dayMs)
/** A new address replaces a bound one 72 h after the holder signed it, at the earliest. */
export const addressChangeReady = (askedAt: Date): Date => addMs(askedAt, addressChangeMs)
export const addressChangeMs = 72 * hourMs
/** If nobody reviews a withdrawal in this time, the review ends by itself: the way out stays open. */
const reviewLongestMs = 72 * hourMs

/** The withdrawals of the last 24 h that were not taken back. */
export type Spent = { readonly value: bigint; readonly count: number }

export type WithdrawalFacts = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly terms: Terms
  readonly limits: Limits
  /** Whether a node is connected that carries the coin. */
  readonly isConnected: boolean
  readonly opening: Opening
  readonly now: Date
  readonly isBound: boolean
  readonly available: bigint
  /** USDT value of the amount at the last known price, in units. undefined: there never was a price, and no value limit binds. */
  readonly value: bigint | undefined
  readonly spent: Spent
  /** The most of the coin that signer and payout contract pay at once, in units. undefined: nobody has looked yet. */
  readonly paidAtOnce: bigint | undefined
}

/**
 * Decides whether a withdrawal may be asked for. Pure.
 * @returns the fee, copied for good, and whether the operator looks first.
 * @throws funds.* for the first broken rule, balance.insufficient
 */
export function decideWithdrawal(facts: WithdrawalFacts): { readonly fee: bigint; readonly needsReview: boolean } {
  const { chain, coin, units, value, spent, terms, limits, opening } = facts
  const { minimum, fee } = terms
  const state = openingAt(opening, facts.now)
  if (!facts.isConnected || state === 'closed') fail('funds.withdrawal_closed', { coin })
  if (state === 'wrong_time') fail('funds.withdrawal_wrong_time', { coin, from: opening.opensAt, to: opening.closesAt })
  if (!facts.isBound) fail('funds.address_not_bound', { chain: chains[chain].name })
  const [most, left] = [mostToAsk(facts.paidAtOnce, fee), leftOfDay(spent, limits)]
  const { available } = facts
  const { maximumValue } = limits
  switch (brokenRule(units, value, { minimum, fee, available, most, maximumValue, dayLeftValue: left })) {
    case 'minimum':
      return fail('funds.withdrawal_below_minimum', { minimum: showUnits(minimum), coin })
    case 'fee':
      return fail('balance.fee')
    case 'available':
      return fail('balance.insufficient', { coin })
    case 'payout':
      return fail('funds.withdrawal_above_payout', { most: showUnits(most ?? 0n), coin })
    case 'maximum':
      return fail('funds.withdrawal_above_maximum', { maximum: showUnits(maximumValue) })
    case 'day_limit':
      return fail('funds.withdrawal_day_limit', { left: showUnits(left) })
  }
  return { fee, needsReview: isLookedAt(value, spent, limits) }
}

/** The most that one withdrawal may be, in units: the most that is paid at once, and the fee, which stays here. */
export const mostToAsk = (paidAtOnce: bigint | undefined, fee: bigint): bigint | undefined =>
  paidAtOnce === undefined ? undefined : paidAtOnce + fee

/** The rest of the 24 h limit, in units of USDT value. */
export const leftOfDay = (spent: Spent, { dayLimitValue }: Pick<Limits, 'dayLimitValue'>): bigint =>
  spent.value < dayLimitValue ? dayLimitValue - spent.value : 0n

/** The reason of a wait, as its holder reads it, for an incident that halts a chain or leaves a coin short. */
function haltReason(kind: string): Halt {
  if (kind === 'hot_low' || kind === 'cap_full') return 'refill'
  return kind.startsWith('books_') ? 'books' : 'chain'
}

/** Everything that can make a withdrawal wait before it is sent. Moments are on the business clock. */
export type Gates = {
  /** The bound address is paid from this moment on. */
  readonly payableFrom: Date
  /** heldUntil: the end of the wait after a security change. bannedUntil: the end of a ban of withdrawals. */
  readonly heldUntil: Date | null
  readonly bannedUntil: Date | null
  /** The holder has frozen the wallet, and has not ended it yet. */
  readonly isFrozen: boolean
  readonly needsReview: boolean
  readonly isApproved: boolean
  /** The end of the review; null before it begins. */
  readonly reviewUntil: Date | null
  /** Much was leaving at its turn, so it waits, until this moment at the latest and only once. null: it did not have to wait. */
  readonly rushUntil: Date | null
  /** The kinds of the open incidents that stop payments on the chain, or of the coin. */
  readonly halts: readonly string[]
}
type Halt = 'chain' | 'books' | 'refill'
export type Wait = {
  readonly reason: 'new_address' | 'security' | 'frozen' | 'banned' | 'review' | 'velocity' | Halt
  /** null: nobody knows the end. */
  readonly until: Date | null
}

/** The reasons why a withdrawal waits now, each with its end. Empty: it can go. */
export function waitsOf(gates: Gates, now: Date): readonly Wait[] {
  const waits: Wait[] = []
  if (gates.payableFrom > now) waits.push({ reason: 'new_address', until: gates.payableFrom })
  // Only the holder ends a freeze. The wait after a security change begins then.
  if (gates.isFrozen) waits.push({ reason: 'frozen', until: null })
  else if (gates.heldUntil && gates.heldUntil > now) waits.push({ reason: 'security', until: gates.heldUntil })
  if (gates.bannedUntil && gates.bannedUntil > now) waits.push({ reason: 'banned', until: gates.bannedUntil })
  if (isReviewed(gates, now)) waits.push({ reason: 'review', until: gates.reviewUntil })
  if (isInRush(gates, now)) waits.push({ reason: 'velocity', until: gates.rushUntil })
  for (const reason of new Set(gates.halts.map(haltReason))) waits.push({ reason, until: null })
  return waits
}

const isReviewed = ({ needsReview, isApproved, reviewUntil }: Gates, now: Date): boolean =>
  needsReview && !isApproved && (reviewUntil === null || reviewUntil > now)

/** Whether a withdrawal waits because much was leaving. */
export const isInRush = ({ rushUntil, isApproved }: Gates, now: Date): boolean =>
  rushUntil !== null && !isApproved && rushUntil > now

/** Reasons that hold a withdrawal. The operator reviews it only after they have ended. */
const holding = ['new_address', 'security', 'frozen', 'banned'] as const

/** The stage of a withdrawal before the chain has it: first held, then reviewed, then sent. */
export function stageOf(gates: Gates, now: Date): 'held' | 'reviewing' | 'sending' {
  const waits = new Set(waitsOf(gates, now).map(({ reason }) => reason))
  if (holding.some((reason) => waits.has(reason))) return 'held'
  return waits.has('review') || waits.has('velocity') ? 'reviewing' : 'sending'
}

/** Because much leaves now, a withdrawal waits until this moment at the latest. Then it goes, even if much leaves again. */
export const rushEnd = (now: Date): Date => addMs(now, hourMs)

/** The moment when a review that begins now ends by itself. */
export const reviewEnd = (now: Date): Date => addMs(now, reviewLongestMs)

/** A withdrawal can be taken back only before anybody begins to send it. */
export const isCancellable = (state: string): boolean => state === 'held' || state === 'reviewing'

/** The meaning of the node's answer to signed bytes. `isKnown`: whether the node knows exactly this transaction. */
export function decideBroadcast(
  answer: 'accepted' | 'known' | 'nonce_too_low' | 'unclear',
  isKnown: boolean,
): 'sent' | 'again' | 'halt' {
  if (answer === 'accepted' || answer === 'known') return 'sent'
  if (answer === 'unclear') return 'again'
  // Our number is used up, either by exactly these bytes or by somebody else who has our key.
  return isKnown ? 'sent' : 'halt'
}
