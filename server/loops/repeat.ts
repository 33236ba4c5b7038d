export type Repeated = { stop(): Promise<void> }

type Repeating = {
  readonly everyMs: number
  readonly when?: (now: () => void) => () => void
}

/** Runs work immediately and then repeatedly, without overlap. Failures are reported and retried. */
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
