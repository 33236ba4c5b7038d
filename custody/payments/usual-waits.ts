import { type ChainId, chains } from '#kit/chains.ts'
import { type ChainPace, secondsFor } from '../chain-pace.ts'
import { confirmationsOf, type ShownState } from './steps.ts'

/** So many of a chain's last payments say what is usual; fewer than the least say nothing. */
export const paymentsMeasured = 50
const paymentsMin = 5

/** How long withdrawals of a chain waited until they were sent, once nothing held them. In milliseconds. */
export type UsualWait = {
  /** Half of them waited no longer. */
  readonly middle: number
  /** One in ten waited longer. */
  readonly slow: number
}

/** What is usual by the last waits; undefined where they are too few to say. */
export function usualWaitOf(waits: readonly number[]): UsualWait | undefined {
  if (waits.length < paymentsMin) return undefined
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (place: number): number => Math.max(0, sorted[place] ?? 0)
  return { middle: at(Math.floor(sorted.length / 2)), slow: at(Math.ceil(sorted.length * 0.9) - 1) }
}

/** What is known of the time that withdrawals of a chain take. */
export type Usual = { readonly pace: ChainPace; readonly wait: UsualWait | undefined }

type UnderWay = {
  readonly chain: ChainId
  readonly state: ShownState
  readonly blockNumber: bigint | null
  /** Since when nothing holds it. */
  readonly letGoAt: Date | null
  /** Whether something holds it all the same: then that is said. */
  readonly isHeld: boolean
}

/** How long it is until a withdrawal has arrived, in seconds; null where nobody can say. It is late where it takes longer than usual. */
export type TimeLeft = { readonly secondsLeft: number | null; readonly late: boolean }

const unknown: TimeLeft = { secondsLeft: null, late: false }

/** The time a withdrawal that is on its way still takes, as an estimate. */
export function timeLeftOf(withdrawal: UnderWay, { pace, wait }: Usual, head: bigint, now: Date): TimeLeft {
  const { chain, state, letGoAt, isHeld } = withdrawal
  if ((state !== 'sending' && state !== 'confirming') || isHeld) return unknown
  if (pace.isLate) return { secondsLeft: null, late: true }
  const blocks = chains[chain].confirmations - confirmationsOf(withdrawal, head)
  if (state === 'confirming') return blocks > 0 ? { secondsLeft: secondsFor(blocks, pace), late: false } : unknown
  if (!wait || !letGoAt) return unknown
  const waited = now.getTime() - letGoAt.getTime()
  if (waited > wait.slow) return { secondsLeft: null, late: true }
  const untilSent = Math.ceil(Math.max(0, wait.middle - waited) / 1_000)
  return { secondsLeft: untilSent + secondsFor(blocks, pace), late: false }
}
