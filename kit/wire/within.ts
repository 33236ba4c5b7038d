import { CallFailure } from './call-failure.ts'

/** Spec point 7: how long a call may take in all, with everything that is tried again for it. */
export const callTimeoutMs = 60_000
/** After so long without an answer a person is told that the app still waits. */
const slowMs = 10_000

export type Within = {
  /** What earlier tries of the same took. */
  readonly spentMs?: number | undefined
  /** Told `true` once it takes long, and `false` when that is over. */
  readonly onSlow?: ((isSlow: boolean) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes something that has to be over within a minute. The signal it is given is aborted when the minute or `signal` is over.
 * @throws CallFailure 'network', with `isLate`, when the minute is over first
 */
export async function withinMinute<Out>(
  { spentMs = 0, onSlow, signal }: Within,
  make: (signal: AbortSignal) => Promise<Out>,
): Promise<Out> {
  const late = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  let isSlow = false
  const slow = setTimeout(
    () => {
      isSlow = true
      onSlow?.(true)
    },
    Math.max(slowMs - spentMs, 0),
  )
  const end = setTimeout(
    () => {
      const failure = new CallFailure('network', 'network', {}, true)
      reject(failure)
      late.abort(failure)
    },
    Math.max(callTimeoutMs - spentMs, 0),
  )
  const cancel = () => reject(signal?.reason)
  signal?.addEventListener('abort', cancel)
  try {
    return await Promise.race([make(signal ? AbortSignal.any([signal, late.signal]) : late.signal), over])
  } finally {
    clearTimeout(slow)
    clearTimeout(end)
    signal?.removeEventListener('abort', cancel)
    if (isSlow) onSlow?.(false)
  }
}
