import { setTimeout as pause, setImmediate as round } from 'node:timers/promises'

/** How long a test may take. It ends what hangs and judges no speed: on a busy machine everything comes ten times later. */
export const testMs = 600_000
/** How long a test waits for what has to come. Less than a test may take, so that this says what was missing. */
export const patienceMs = 240_000
const lookEveryMs = 5

/**
 * Waits until something is so, looking again and again.
 * @param what said when it does not come
 * @param holds looks, and may do something first that brings it nearer
 * @param withinMs only for a process of a test, whose own time is up when that of its test is
 */
export async function until(what: string, holds: () => unknown, withinMs = patienceMs): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it did not come within ${withinMs / 1000} s: ${what}`)
    await pause(lookEveryMs)
  }
}

/** Lets everything else in this process that can go on do so, so many times: what has not happened by then does not happen by itself. */
export async function turns(times = 10): Promise<void> {
  for (let each = 0; each < times; each += 1) await round()
}

/** Does something again and again beside the test, as a network does that makes blocks. @returns ends it, after the last time */
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
