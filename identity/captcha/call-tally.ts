import { LRUCache } from 'lru-cache'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import type { CountedCall } from '#kit/wire/contract.ts'

/** Address and network as in kit/caller.ts, and the wallet if signed in. */
export type From = { readonly address: string; readonly network: string; readonly wallet?: string | undefined }

export type Window = {
  readonly name: CountedCall
  readonly caller: string
  /** In seconds. */
  readonly span: number
  readonly since: Date
  /** Multiple of the basic limit. */
  readonly share: number
}

const [walletsOfAddress, addressesOfNetwork] = [5, 10]
const windowsMax = 100_000

/** The network limit does not apply to signed-in wallets. */
export function windowsOf(name: CountedCall, { address, network, wallet }: From, wall: Date): Window[] {
  const callers = wallet
    ? [
        { caller: `a:${address}`, share: walletsOfAddress },
        { caller: `w:${wallet}`, share: 1 },
      ]
    : [
        { caller: `a:${address}`, share: 1 },
        { caller: `n:${network}`, share: addressesOfNetwork },
      ]
  return [minuteMs, hourMs].flatMap((spanMs) => {
    const since = new Date(Math.floor(wall.getTime() / spanMs) * spanMs)
    return callers.map(({ caller, share }) => ({ name, caller, span: spanMs / 1000, since, share }))
  })
}

export const keyOf = ({ name, caller, span }: Pick<Window, 'name' | 'caller' | 'span'>): string =>
  `${name} ${caller} ${span}`

export function createTally() {
  const known = new LRUCache<string, { since: Date; times: number; most: number }>({ max: windowsMax })
  const find = (window: Window) => {
    const one = known.get(keyOf(window))
    return one?.since.getTime() === window.since.getTime() ? one : undefined
  }

  /** Seconds until the last full window ends; 0 if none is full. */
  function closedFor(windows: readonly Window[], wall: Date): number {
    const full = windows.filter((window) => {
      const one = find(window)
      return one && one.times >= one.most
    })
    const ends = full.map(({ since, span }) => since.getTime() + span * 1000 - wall.getTime())
    return Math.max(0, ...ends.map((ms) => Math.ceil(ms / 1000)))
  }

  return {
    closedFor,
    /** @returns seconds until the full window ends; 0 if none is full */
    take(windows: readonly Window[], mostOf: (window: Window) => number, wall: Date): number {
      for (const window of windows) {
        const [key, most] = [keyOf(window), mostOf(window)]
        known.set(key, { since: window.since, times: find(window)?.times ?? 0, most })
      }
      const seconds = closedFor(windows, wall)
      if (seconds > 0) return seconds
      for (const window of windows) (find(window) ?? { times: 0 }).times += 1
      return 0
    },
    learn(windows: readonly Window[], times: readonly number[], wall: Date): number {
      const over = windows.filter((window, place) => {
        const [one, nth] = [find(window), times[place] ?? 0]
        if (one) one.times = Math.max(one.times, nth)
        return one && nth > one.most
      })
      return closedFor(over, wall)
    },
  }
}
