import { Worker } from 'node:worker_threads'

/** A thread that ends this process when it has stood still for so long: a loop without an end, which no timer here could notice. */
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
