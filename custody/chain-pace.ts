import { type ChainId, chains } from '#kit/chain/chains.ts'
import { minuteMs } from '#kit/time/clock.ts'

/** Number of newest blocks to measure. */
export const blocksMeasured = 101
const gapsMin = 10
/** A gap this many times the usual one, and above ten seconds, is a pause. Demo chains make blocks only on demand. */
const pauseTimes = 10
/** A chain is late when its newest block is older than both `silentMs` and the time of `silentBlocks`. */
const silentMs = 5 * minuteMs
const silentBlocks = 20

export type ChainPace = {
  readonly blockMs: number
  /** True if the chain is stalled or we are behind. Then no estimate is possible. */
  readonly isLate: boolean
}

/** Average block time; undefined with too few blocks. @param moments block times in milliseconds, oldest first. */
export function blockTimeOf(moments: readonly number[]): number | undefined {
  const gaps = moments.slice(1).map((at, place) => Math.max(0, at - (moments[place] ?? at)))
  if (gaps.length < gapsMin) return undefined
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const counted = gaps.filter((gap) => gap <= pauseTimes * Math.max(usual, 1_000))
  const sum = counted.reduce((all, gap) => all + gap, 0)
  return sum > 0 ? sum / counted.length : undefined
}

export type PaceFacts = {
  readonly chain: ChainId
  readonly demo: boolean
  readonly head: bigint
  readonly headAt: Date | null
  readonly read: bigint | null
  readonly moments: readonly number[]
}

export function paceOf({ chain, demo, head, headAt, read, moments }: PaceFacts, now: Date): ChainPace {
  const blockMs = blockTimeOf(moments) ?? chains[chain].blockMs
  const isBehind = read === null || head - read > BigInt(chains[chain].confirmations)
  const silence = headAt === null ? Number.POSITIVE_INFINITY : now.getTime() - headAt.getTime()
  const isSilent = !demo && silence > Math.max(silentMs, silentBlocks * blockMs)
  return { blockMs, isLate: isBehind || isSilent }
}

/** Rounded up. */
export const secondsFor = (blocks: number, { blockMs }: ChainPace): number => Math.ceil((blocks * blockMs) / 1_000)
