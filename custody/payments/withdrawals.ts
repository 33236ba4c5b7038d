import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { Opening } from '#kit/time/opening.ts'
import { openingAt } from '#kit/time/opening.ts'
import { brokenRule, isLookedAt } from './amount-rule.ts'
import type { Limits, Terms } from './withdrawal-settings.ts'

export const newAddressHoldEnd = (boundAt: Date): Date => addMs(boundAt, dayMs)
/** The minimum delay, counted from the holder's signature. */
export const addressChangeReady = (askedAt: Date): Date => addMs(askedAt, addressChangeMs)
export const addressChangeMs = 72 * hourMs
/** A review ends automatically after this time. */
const reviewLongestMs = 72 * hourMs

/** In the last 24 h, without cancelled withdrawals. */
export type Spent = { readonly value: bigint; readonly count: number }

export type WithdrawalFacts = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly terms: Terms
  readonly limits: Limits
  readonly isConnected: boolean
  readonly opening: Opening
  readonly now: Date
  readonly isBound: boolean
  readonly available: bigint
  /** In units of USDT. Without a price it is undefined and no value limit applies. */
  readonly value: bigint | undefined
  readonly spent: Spent
  /** In units. Undefined before the first check. */
  readonly paidAtOnce: bigint | undefined
}

/**
 * Pure. @returns the fee, fixed for good, and whether the withdrawal needs review. @throws funds.* for the first broken rule,
 * balance.insufficient
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

/** In units, fee included. `paidAtOnce` limits the amount without the fee. */
export const mostToAsk = (paidAtOnce: bigint | undefined, fee: bigint): bigint | undefined =>
  paidAtOnce === undefined ? undefined : paidAtOnce + fee

/** In units of USDT value. */
export const leftOfDay = (spent: Spent, { dayLimitValue }: Pick<Limits, 'dayLimitValue'>): bigint =>
  spent.value < dayLimitValue ? dayLimitValue - spent.value : 0n

function haltReason(kind: string): Halt {
  if (kind === 'hot_low' || kind === 'cap_full') return 'refill'
  return kind.startsWith('books_') ? 'books' : 'chain'
}

/** Times use the business clock. */
export type Gates = {
  readonly payableFrom: Date
  /** heldUntil: after a security change. bannedUntil: end of a withdrawal ban. */
  readonly heldUntil: Date | null
  readonly bannedUntil: Date | null
  readonly isFrozen: boolean
  readonly needsReview: boolean
  readonly isApproved: boolean
  /** Null before it begins. */
  readonly reviewUntil: Date | null
  /** Latest end of the wait if the hourly limit applied, which it does only once. */
  readonly rushUntil: Date | null
  /** Halts of the chain or the coin. */
  readonly halts: readonly string[]
}
type Halt = 'chain' | 'books' | 'refill'
export type Wait = {
  readonly reason: 'new_address' | 'security' | 'frozen' | 'banned' | 'review' | 'velocity' | Halt
  /** Null if unknown. */
  readonly until: Date | null
}

export function waitsOf(gates: Gates, now: Date): readonly Wait[] {
  const waits: Wait[] = []
  if (gates.payableFrom > now) waits.push({ reason: 'new_address', until: gates.payableFrom })
  // Only the holder can end a freeze. The security wait begins then.
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

export const isInRush = ({ rushUntil, isApproved }: Gates, now: Date): boolean =>
  rushUntil !== null && !isApproved && rushUntil > now

/** These waits must end before the operator reviews the withdrawal. */
const holding = ['new_address', 'security', 'frozen', 'banned'] as const

export function stageOf(gates: Gates, now: Date): 'held' | 'reviewing' | 'sending' {
  const waits = new Set(waitsOf(gates, now).map(({ reason }) => reason))
  if (holding.some((reason) => waits.has(reason))) return 'held'
  return waits.has('review') || waits.has('velocity') ? 'reviewing' : 'sending'
}

export const rushEnd = (now: Date): Date => addMs(now, hourMs)

export const reviewEnd = (now: Date): Date => addMs(now, reviewLongestMs)

export const isCancellable = (state: string): boolean => state === 'held' || state === 'reviewing'
