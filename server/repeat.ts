export type Repeated = { stop(): Promise<void> }

/** Does something now and again and again, once at a time, beside whatever else a process does. A failure is told, and it is tried again. */
export function repeat(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Repeated {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(work).catch(onError)
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
