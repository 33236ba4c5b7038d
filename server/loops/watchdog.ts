import { Worker } from 'node:worker_threads'

/** Ends the process after a stall, such as an infinite loop, that main-thread timers cannot detect. */
export function watchForStandstill(longestMs = 60_000): { stop(): Promise<void> } {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const beat = setInterval(() => Atomics.add(beats, 0, 1), longestMs / 20)
  beat.unref()
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: { beats, longestMs } })
  thread.unref()
  return {
    stop: async () => {
      clearInterval(beat)
      await thread.terminate()
    },
  }
}
