import { readHeld } from '#kit/exact.ts'
import type { CoveredCoin } from '../reserve-figures.ts'

/** waiting: not over yet · right: made on this device, and it holds · wrong: made, and it does not hold · open: could not be made. */
export type CheckState = 'waiting' | 'right' | 'wrong' | 'open'
export type CheckName = 'owed' | 'mine' | 'held' | `network ${string}`
export type Check = { readonly name: CheckName; readonly state: CheckState }

export type Progress = {
  readonly done: number
  readonly all: number
  /** open: all are over, and not every one could be made. */
  readonly is: 'checking' | 'right' | 'open' | 'wrong'
  /** The first that does not hold. */
  readonly wrong: CheckName | undefined
  /** Those that could not be made. */
  readonly open: readonly CheckName[]
}

/** What all checks come to. One that does not hold is said at once; the answer is right only where every one is. */
export function progressOf(checks: readonly Check[]): Progress {
  const of = (wanted: CheckState) => checks.filter(({ state }) => state === wanted).map(({ name }) => name)
  const [wrong] = of('wrong')
  const open = of('open')
  const done = of('right').length
  const isWaiting = checks.length === 0 || of('waiting').length > 0
  const is = wrong ? 'wrong' : isWaiting ? 'checking' : open.length > 0 ? 'open' : 'right'
  return { done, all: checks.length, is, wrong, open }
}

/** An arc of a ring, in parts of the whole way round, from the top. */
export type Arc = { readonly name: CheckName; readonly state: CheckState; readonly from: number; readonly to: number }

/** Of the whole way round, between two arcs. */
const gap = 0.03

/** The ring of the checks: an arc each, with gaps between them that close once every check is right. */
export function arcsOf(checks: readonly Check[]): readonly Arc[] {
  const isClosed = progressOf(checks).is === 'right'
  const between = isClosed || checks.length < 2 ? 0 : gap
  return checks.map(({ name, state }, place) => ({
    name,
    state,
    from: place / checks.length + between / 2,
    to: (place + 1) / checks.length - between / 2,
  }))
}

export type OwedCoin = CoveredCoin & { readonly ratio: string }

/** The coin of which the least is held for what is owed: so much is held of every coin at least. undefined where nothing is owed. */
export function leastCovered(coins: readonly CoveredCoin[]): OwedCoin | undefined {
  const owed = coins.flatMap((coin) => (coin.ratio === null ? [] : [{ ...coin, ratio: coin.ratio }]))
  const [first] = owed.toSorted((one, other) => {
    const [a, b] = [readHeld(one.ratio), readHeld(other.ratio)]
    return a < b ? -1 : a > b ? 1 : 0
  })
  return first
}
