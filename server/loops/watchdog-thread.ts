/** Watchdog thread that ends the process when heartbeats stop. */
import { workerData } from 'node:worker_threads'

const { beats, longestMs } = workerData as { readonly beats: Int32Array; readonly longestMs: number }
let seen = -1
let since = performance.now()

setInterval(() => {
  const now = Atomics.load(beats, 0)
  if (now !== seen) {
    seen = now
    since = performance.now()
  } else if (performance.now() - since > longestMs) {
    process.stderr.write(`this process has stood still for ${Math.round(longestMs / 1000)} s: it is ended\n`)
    process.kill(process.pid, 'SIGKILL')
  }
}, longestMs / 20)
