import { setTimeout as pause, setImmediate as round } from 'node:timers/promises'

/** Only stops hanging tests. Long, because a busy machine can be ten times slower. */
export const testMs = 600_000
/** Below `testMs`, so the message says what was missing. */
export const patienceMs = 240_000
const lookEveryMs = 5

/** @param what named in the error @param holds may also advance the state @param withinMs only for child processes with their own limit */
export async function until(what: string, holds: () => unknown, withinMs = patienceMs): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it did not come within ${withinMs / 1000} s: ${what}`)
    await pause(lookEveryMs)
  }
}

export async function turns(times = 10): Promise<void> {
  for (let each = 0; each < times; each += 1) await round()
}

export function meanwhile(work: () => unknown, everyMs: number): () => Promise<void> {
  let isOver = false
  const working = (async () => {
    while (!isOver) {
      await work()
      await pause(everyMs)
    }
  })()
  return () => {
    isOver = true
    return working
  }
}
