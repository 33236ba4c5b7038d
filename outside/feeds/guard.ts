import { dayMs, minuteMs } from '#kit/time/clock.ts'
import { feedScale, type Quote } from './port.ts'

/** Ratios in thousandths. */
export type Guards = {
  /** Maximum age of an answer, and maximum lead over our clock. */
  readonly ageMaxMs: number
  readonly aheadMaxMs: number
  readonly spreadMax: bigint
  /** Maximum deviation from the median. */
  readonly offMax: bigint
  readonly quorum: number
  /** A larger jump must persist for several rounds. */
  readonly jumpMax: bigint
  readonly jumpWithinMs: number
  readonly jumpRounds: number
  /** A jump above this halts the feed until an operator releases it. */
  readonly haltMax: bigint
  readonly shownForMs: number
}

/** CHAIN.md part 8. */
export const guards: Guards = {
  ageMaxMs: 10_000,
  aheadMaxMs: 2_000,
  spreadMax: 10n,
  offMax: 20n,
  quorum: 3,
  jumpMax: 50n,
  jumpWithinMs: minuteMs,
  jumpRounds: 3,
  haltMax: 200n,
  shownForMs: minuteMs,
}

/**
 * Currency rates mostly change once per working day. A rate from before a long weekend still counts, and other time zones may be a day
 * ahead. Two of three feeds must agree. A halt ends when the rate is too old to show.
 */
export const fiatGuards: Guards = {
  ...guards,
  ageMaxMs: 5 * dayMs,
  aheadMaxMs: dayMs,
  quorum: 2,
  jumpWithinMs: dayMs,
  shownForMs: dayMs,
}

export type FeedAnswer = { readonly feed: string; readonly quote?: Quote; readonly error?: string }
export type Fault = 'silent' | 'stale' | 'future' | 'not_positive' | 'crossed' | 'wide' | 'off'
export type Dropped = { readonly feed: string; readonly why: Fault }
export type Round = {
  /** 10⁻¹² USDT; undefined if too few feeds agree. */
  readonly price: bigint | undefined
  readonly used: readonly string[]
  readonly dropped: readonly Dropped[]
}

type Middle = { readonly feed: string; readonly middle: bigint }

/** `thousandths` is relative to `other`. */
const isApart = (one: bigint, other: bigint, thousandths: bigint): boolean =>
  (one > other ? one - other : other - one) * 1_000n > other * thousandths

/** For an even count, the mean of the middle two, rounded down. Needs at least one value. */
function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
  return (upper + lower) / 2n
}

function faultOf({ bid, ask, at }: Quote, now: Date, held: Guards): Fault | undefined {
  const ageMs = now.getTime() - at.getTime()
  // Negated, so that NaN counts as stale.
  if (!(ageMs <= held.ageMaxMs)) return 'stale'
  if (ageMs < -held.aheadMaxMs) return 'future'
  if (bid <= 0n || ask <= 0n) return 'not_positive'
  if (bid > ask) return 'crossed'
  if ((ask - bid) * 1_000n > bid * held.spreadMax) return 'wide'
  return undefined
}

/** Drops invalid answers, then outliers, and takes the median. */
export function weighAnswers(answers: readonly FeedAnswer[], now: Date, held: Guards = guards): Round {
  const dropped: Dropped[] = []
  const sound: Middle[] = []
  for (const { feed, quote } of answers) {
    const why = quote ? faultOf(quote, now, held) : 'silent'
    if (why) dropped.push({ feed, why })
    else if (quote) sound.push({ feed, middle: (quote.bid + quote.ask) / 2n })
  }
  if (sound.length < held.quorum) return { price: undefined, used: [], dropped }
  const median = medianOf(sound.map(({ middle }) => middle))
  const agreeing = sound.filter(({ middle }) => !isApart(middle, median, held.offMax))
  for (const { feed } of sound.filter((one) => !agreeing.includes(one))) dropped.push({ feed, why: 'off' })
  const used = agreeing.map(({ feed }) => feed)
  if (agreeing.length < held.quorum) return { price: undefined, used, dropped }
  return { price: medianOf(agreeing.map(({ middle }) => middle)), used, dropped }
}

export type Standing = {
  readonly price: bigint
  readonly at: Date
  /** The jumped price, and its consecutive rounds. */
  readonly jump: { readonly price: bigint; readonly rounds: number } | undefined
  readonly isHalted: boolean
}

/** A jump over 5 % within a minute needs three rounds in a row. A jump over 20 % halts the feed until an operator releases it. */
export function stepStanding(standing: Standing | undefined, price: bigint, at: Date, held: Guards = guards): Standing {
  if (!standing) return { price, at, jump: undefined, isHalted: false }
  if (standing.isHalted) return standing
  if (isApart(price, standing.price, held.haltMax)) return { ...standing, jump: undefined, isHalted: true }
  const isQuick = at.getTime() - standing.at.getTime() <= held.jumpWithinMs
  if (!isApart(price, standing.price, held.jumpMax) || (!isQuick && !standing.jump))
    return { price, at, jump: undefined, isHalted: false }
  const agrees = standing.jump !== undefined && !isApart(price, standing.jump.price, held.offMax)
  const rounds = agrees && standing.jump ? standing.jump.rounds + 1 : 1
  if (rounds >= held.jumpRounds) return { price, at, jump: undefined, isHalted: false }
  return { ...standing, jump: { price, rounds } }
}

export const isShown = ({ at, isHalted }: Standing, now: Date, held: Guards = guards): boolean =>
  !isHalted && now.getTime() - at.getTime() <= held.shownForMs

/** @param limit a share in 10⁻⁸ of the feeds' price. */
export const deviates = (market: bigint, feed: bigint, limit: bigint): boolean =>
  (market > feed ? market - feed : feed - market) * 100_000_000n > feed * limit

/** True from 0.98 to 1.02 US dollars. @param price 10⁻¹² dollars. */
export const isReferenceRight = (price: bigint): boolean =>
  price * 100n >= feedScale * 98n && price * 100n <= feedScale * 102n
