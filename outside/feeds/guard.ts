import { dayMs, minuteMs } from '#kit/clock.ts'
import { feedScale, type Quote } from './port.ts'

/** Shares as parts of a thousand. */
export type Guards = {
  /** Older is stale; further ahead than clocks differ is from the future. */
  readonly ageMaxMs: number
  readonly aheadMaxMs: number
  readonly spreadMax: bigint
  /** Further than this from the middle of all is a liar or a slip. */
  readonly offMax: bigint
  /** So many feeds must agree. */
  readonly quorum: number
  /** A jump of more needs to be said in so many rounds … */
  readonly jumpMax: bigint
  readonly jumpWithinMs: number
  readonly jumpRounds: number
  /** … and of more than this stands until an operator has looked. */
  readonly haltMax: bigint
  /** A price is shown for so long. */
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
 * For rates of currencies, which most sources say once on a working day: a rate of before a long weekend still counts, one of "tomorrow"
 * comes from where it is tomorrow already. Two of three must agree. Whatever was halted is forgotten when it is too old to be shown.
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
/** Why the answer of a feed did not count. */
export type Fault = 'silent' | 'stale' | 'future' | 'not_positive' | 'crossed' | 'wide' | 'off'
export type Dropped = { readonly feed: string; readonly why: Fault }
export type Round = {
  /** The median of the middles, 10⁻¹² USDT; undefined where too few feeds agree. */
  readonly price: bigint | undefined
  readonly used: readonly string[]
  readonly dropped: readonly Dropped[]
}

type Middle = { readonly feed: string; readonly middle: bigint }

/** Whether two amounts are more than so many parts of a thousand of the second apart. */
const isApart = (one: bigint, other: bigint, thousandths: bigint): boolean =>
  (one > other ? one - other : other - one) * 1_000n > other * thousandths

/** The middle one; of an even number the half of the two middle ones, rounded down. Callers never pass none. */
function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
  return (upper + lower) / 2n
}

function faultOf({ bid, ask, at }: Quote, now: Date, held: Guards): Fault | undefined {
  const ageMs = now.getTime() - at.getTime()
  // Not a number is neither too old nor too new, so it is asked the other way round.
  if (!(ageMs <= held.ageMaxMs)) return 'stale'
  if (ageMs < -held.aheadMaxMs) return 'future'
  if (bid <= 0n || ask <= 0n) return 'not_positive'
  if (bid > ask) return 'crossed'
  if ((ask - bid) * 1_000n > bid * held.spreadMax) return 'wide'
  return undefined
}

/** What all feeds together say in one round: those that cannot be right are left out, then those far from the rest, and the median counts. */
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

/** What is kept of a coin between rounds. */
export type Standing = {
  readonly price: bigint
  readonly at: Date
  /** A price that jumped, and in how many rounds on end it was said; undefined while nothing jumps. */
  readonly jump: { readonly price: bigint; readonly rounds: number } | undefined
  /** Stands until an operator has looked. */
  readonly isHalted: boolean
}

/**
 * The next standing price. A jump of more than 5 % within a minute must be said in three rounds on end; one of more than 20 % halts the
 * feed until an operator releases it, however often it is said: nothing here is ever worth a wrong figure on a screen.
 */
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

/** Whether a price may still be shown: neither old nor halted. */
export const isShown = ({ at, isHalted }: Standing, now: Date, held: Guards = guards): boolean =>
  !isHalted && now.getTime() - at.getTime() <= held.shownForMs

/** Whether two prices are further apart than an operator wants to hear of. @param limit a share in 10⁻⁸, of the feeds' price. */
export const deviates = (market: bigint, feed: bigint, limit: bigint): boolean =>
  (market > feed ? market - feed : feed - market) * 100_000_000n > feed * limit

/** Whether USDT is worth 0.98 to 1.02 US dollars. @param price 10⁻¹² dollars. */
export const isReferenceRight = (price: bigint): boolean =>
  price * 100n >= feedScale * 98n && price * 100n <= feedScale * 102n
