import { type ChainId, chains } from '#kit/chain/chains.ts'
import { type ChainPace, secondsFor } from '../../chain-pace.ts'
import { confirmationsOf, type ShownState } from './steps.ts'

/** Newest payments to measure. Fewer than `paymentsMin` give no estimate. */
export const paymentsMeasured = 50
const paymentsMin = 5

/** From release to sending, in milliseconds. */
export type UsualWait = {
  readonly middle: number
  readonly slow: number
}

export function usualWaitOf(waits: readonly number[]): UsualWait | undefined {
  if (waits.length < paymentsMin) return undefined
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (place: number): number => Math.max(0, sorted[place] ?? 0)
  return { middle: at(Math.floor(sorted.length / 2)), slow: at(Math.ceil(sorted.length * 0.9) - 1) }
}

export type Usual = { readonly pace: ChainPace; readonly wait: UsualWait | undefined }

type UnderWay = {
  readonly chain: ChainId
  readonly state: ShownState
  readonly blockNumber: bigint | null
  readonly letGoAt: Date | null
  readonly isHeld: boolean
}

/** `secondsLeft` is null if unknown; `late` means longer than usual. */
export type TimeLeft = { readonly secondsLeft: number | null; readonly late: boolean }

const unknown: TimeLeft = { secondsLeft: null, late: false }

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
