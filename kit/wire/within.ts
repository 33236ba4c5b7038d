import { CallFailure } from './call-failure.ts'

/** Spec point 7: time limit per call, including retries. */
export const callTimeoutMs = 60_000
/** After this time the app shows that it is still waiting. */
const slowMs = 10_000

export type Within = {
  readonly spentMs?: number | undefined
  readonly onSlow?: ((isSlow: boolean) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The signal aborts after one minute, or with `signal`. @throws CallFailure 'network', with `isLate`, on timeout */
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
