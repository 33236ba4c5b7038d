import { readHeld } from '#kit/amount/exact.ts'
import type { CoveredCoin } from '../figures/reserve-figures.ts'

/** waiting: not finished · right: checked here and correct · wrong: checked and incorrect · open: could not be checked. */
export type CheckState = 'waiting' | 'right' | 'wrong' | 'open'
export type CheckName = 'owed' | 'mine' | 'held' | `network ${string}`
export type Check = { readonly name: CheckName; readonly state: CheckState }

export type Progress = {
  readonly done: number
  readonly all: number
  /** open: all finished, but some could not be checked. */
  readonly is: 'checking' | 'right' | 'open' | 'wrong'
  readonly wrong: CheckName | undefined
  readonly open: readonly CheckName[]
}

/** One failed check makes the result wrong immediately; right requires all checks. */
export function progressOf(checks: readonly Check[]): Progress {
  const of = (wanted: CheckState) => checks.filter(({ state }) => state === wanted).map(({ name }) => name)
  const [wrong] = of('wrong')
  const open = of('open')
  const done = of('right').length
  const isWaiting = checks.length === 0 || of('waiting').length > 0
  const is = wrong ? 'wrong' : isWaiting ? 'checking' : open.length > 0 ? 'open' : 'right'
  return { done, all: checks.length, is, wrong, open }
}

/** `from` and `to` are fractions of the circle, from the top. */
export type Arc = { readonly name: CheckName; readonly state: CheckState; readonly from: number; readonly to: number }

const gap = 0.03

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

/** The coin with the lowest reserve ratio. Undefined if nothing is owed. */
export function leastCovered(coins: readonly CoveredCoin[]): OwedCoin | undefined {
  const owed = coins.flatMap((coin) => (coin.ratio === null ? [] : [{ ...coin, ratio: coin.ratio }]))
  return owed.reduce<OwedCoin | undefined>(
    (least, each) => (least && readHeld(least.ratio) <= readHeld(each.ratio) ? least : each),
    undefined,
  )
}
