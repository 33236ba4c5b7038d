import { type ChainId, chains } from '#kit/chains.ts'
import { minuteMs } from '#kit/clock.ts'

/** So many blocks are measured; fewer gaps than the least say nothing yet. */
export const blocksMeasured = 101
const gapsMin = 10
/** A gap that is so many times the usual one, and longer than ten seconds, is a pause and no pace: a demo's chain makes no block while nobody waits. */
const pauseTimes = 10
/** A chain is late when its newest block is older than this, or than so many blocks take … */
const silentMs = 5 * minuteMs
const silentBlocks = 20

/** How fast a chain goes now. */
export type ChainPace = {
  /** From one block to the next. */
  readonly blockMs: number
  /** It stands still, or we are behind in reading it: nobody can say how long something takes. */
  readonly isLate: boolean
}

/**
 * From one block to the next, on average; undefined where too few were measured.
 * @param moments when blocks in a row were made, in milliseconds, the oldest first.
 */
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
  /** A demo's chain is silent while nobody waits for a block. */
  readonly demo: boolean
  /** The newest block, and when it was seen first; null before the first. */
  readonly head: bigint
  readonly headAt: Date | null
  /** The newest one that was read; null before the first. */
  readonly read: bigint | null
  readonly moments: readonly number[]
}

/** How fast a chain goes: as measured, or as it is known for. */
export function paceOf({ chain, demo, head, headAt, read, moments }: PaceFacts, now: Date): ChainPace {
  const blockMs = blockTimeOf(moments) ?? chains[chain].blockMs
  const isBehind = read === null || head - read > BigInt(chains[chain].confirmations)
  const silence = headAt === null ? Number.POSITIVE_INFINITY : now.getTime() - headAt.getTime()
  const isSilent = !demo && silence > Math.max(silentMs, silentBlocks * blockMs)
  return { blockMs, isLate: isBehind || isSilent }
}

/** How long so many blocks take, in whole seconds, rounded up. */
export const secondsFor = (blocks: number, { blockMs }: ChainPace): number => Math.ceil((blocks * blockMs) / 1_000)
