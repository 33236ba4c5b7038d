import { showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { type ChainId, chains } from '#kit/chains.ts'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import { fail } from '#kit/failure.ts'
import type { Opening } from '#kit/opening.ts'
import { openingAt } from '#kit/opening.ts'
import { brokenRule, isLookedAt } from './amount-rule.ts'
import type { Limits, Terms } from './withdrawal-settings.ts'

/** A new address is paid from 24 h after it was bound. */
export const newAddressHoldEnd = (boundAt: Date): Date => addMs(boundAt, dayMs)
/** Another address takes the place of a bound one 72 h after the holder signed it, at the earliest. */
export const addressChangeReady = (askedAt: Date): Date => addMs(askedAt, addressChangeMs)
export const addressChangeMs = 72 * hourMs
/** A review that nobody made ends by itself: the way out stays open. */
const reviewLongestMs = 72 * hourMs

/** What was asked for in the last 24 h and not taken back. */
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
  /** USDT value of the amount in units at the last known price; undefined if there never was one: then no value limit binds. */
  readonly value: bigint | undefined
  readonly spent: Spent
  /** What the signer and the payout contract pay of the coin at once, in units; undefined where nobody has looked yet. */
  readonly paidAtOnce: bigint | undefined
}

/**
 * Decides whether a withdrawal may be asked for. Pure.
 * @returns the fee, copied for good, and whether the operator looks first.
 * @throws funds.* by the first rule that is broken, balance.insufficient
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

/** What can be asked for at once where so much is paid at once, in units: the fee stays here. */
export const mostToAsk = (paidAtOnce: bigint | undefined, fee: bigint): bigint | undefined =>
  paidAtOnce === undefined ? undefined : paidAtOnce + fee

/** What is left of the 24 h limit, in units of USDT value. */
export const leftOfDay = (spent: Spent, { dayLimitValue }: Pick<Limits, 'dayLimitValue'>): bigint =>
  spent.value < dayLimitValue ? dayLimitValue - spent.value : 0n

/** What an incident that halts a chain, or leaves a coin of it short, is called to whom it makes wait. */
function haltReason(kind: string): Halt {
  if (kind === 'hot_low' || kind === 'cap_full') return 'refill'
  return kind.startsWith('books_') ? 'books' : 'chain'
}

/** Everything that can make a withdrawal wait before it is sent. Moments are on the business clock. */
export type Gates = {
  /** A new address is paid from this moment on. */
  readonly payableFrom: Date
  /** The end of the wait after a security change, and of a ban of withdrawals. */
  readonly heldUntil: Date | null
  readonly bannedUntil: Date | null
  /** By the holder, until they end it. */
  readonly isFrozen: boolean
  readonly needsReview: boolean
  readonly isApproved: boolean
  /** The end of the review; null before it begins. */
  readonly reviewUntil: Date | null
  /** Much was leaving when it was to be let go: it waits until then at the latest, and once. Null where it did not have to. */
  readonly rushUntil: Date | null
  /** Kinds of the incidents for which payments on the chain, or of the coin, stand still. */
  readonly halts: readonly string[]
}
type Halt = 'chain' | 'books' | 'refill'
export type Wait = {
  readonly reason: 'new_address' | 'security' | 'frozen' | 'banned' | 'review' | 'velocity' | Halt
  /** Null where the end is not known. */
  readonly until: Date | null
}

/** Why a withdrawal waits now, each reason with its end. Empty when nothing stands in its way. */
export function waitsOf(gates: Gates, now: Date): readonly Wait[] {
  const waits: Wait[] = []
  if (gates.payableFrom > now) waits.push({ reason: 'new_address', until: gates.payableFrom })
  // A freeze ends by the holder's own hand, and begins a wait of its own then.
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

/** Whether it waits because much was leaving. */
export const isInRush = ({ rushUntil, isApproved }: Gates, now: Date): boolean =>
  rushUntil !== null && !isApproved && rushUntil > now

/** What a withdrawal is held for; it is not looked at before. */
const holding = ['new_address', 'security', 'frozen', 'banned'] as const

/** Where a withdrawal stands that has not been given to the chain: held for its moment, then reviewed, then sent. */
export function stageOf(gates: Gates, now: Date): 'held' | 'reviewing' | 'sending' {
  const waits = new Set(waitsOf(gates, now).map(({ reason }) => reason))
  if (holding.some((reason) => waits.has(reason))) return 'held'
  return waits.has('review') || waits.has('velocity') ? 'reviewing' : 'sending'
}

/** When what must wait because much leaves now is let go by itself, however much leaves then. */
export const rushEnd = (now: Date): Date => addMs(now, hourMs)

/** When a review that begins now ends by itself. */
export const reviewEnd = (now: Date): Date => addMs(now, reviewLongestMs)

/** Only what nobody has begun to send can be taken back. */
export const isCancellable = (state: string): boolean => state === 'held' || state === 'reviewing'

/** What the answer to handing over signed bytes means. `isKnown`: whether the node knows that very transaction. */
export function decideBroadcast(
  answer: 'accepted' | 'known' | 'nonce_too_low' | 'unclear',
  isKnown: boolean,
): 'sent' | 'again' | 'halt' {
  if (answer === 'accepted' || answer === 'known') return 'sent'
  if (answer === 'unclear') return 'again'
  // Our number is used up: by these very bytes, or by somebody else who holds our key.
  return isKnown ? 'sent' : 'halt'
}
