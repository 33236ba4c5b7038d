export type Repeated = { stop(): Promise<void> }

type Repeating = {
  readonly everyMs: number
  /** Calls when there is something to do at once. @returns ends it */
  readonly when?: (now: () => void) => () => void
}

/** Does something now and again and again, once at a time, beside whatever else a process does. A failure is told, and it is tried again. */
export function repeat(
  { everyMs, when }: Repeating,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Repeated {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(work).catch(onError)
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  const end = when?.(run)
  return {
    stop: async () => {
      clearInterval(timer)
      end?.()
      await running
    },
  }
}
