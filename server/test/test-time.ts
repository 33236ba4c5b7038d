import type { RunTime } from '../loops/run-time.ts'

export function handTime(): Required<RunTime> & { advance(ms: number): void } {
  let now = 0
  const waiting = new Set<{ readonly until: number; readonly goOn: () => void }>()
  return {
    now: () => now,
    leaseMoment: () => new Date(Date.UTC(2026, 10, 21) + now),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const goOn = (): void => {
          waiting.delete(one)
          signal.removeEventListener('abort', goOn)
          resolve()
        }
        const one = { until: now + ms, goOn }
        waiting.add(one)
        if (signal.aborted) goOn()
        else signal.addEventListener('abort', goOn)
      }),
    advance: (ms) => {
      now += ms
      for (const each of waiting) if (each.until <= now) each.goOn()
    },
  }
}
