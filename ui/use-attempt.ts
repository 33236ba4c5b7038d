import { useRef, useState } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { failureWords, say } from './texts.ts'

/** What stopped an attempt. */
export type Failed = { readonly key: string; readonly text: string; readonly failure?: CallFailure }

/**
 * Tries something of several steps, once at a time, and keeps what stopped it for the screen to say. For one plain call `useAct` is
 * shorter; but this keeps what was passed out of every cache, so it is also the way for passwords and words.
 */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed | undefined>()
  const running = useRef(false)

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setFailed(undefined)
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) {
        setFailed({ key: 'bug', text: say('state.broken') })
        throw cause
      }
      setFailed({ key: cause.key, text: await failureWords(cause), failure: cause })
      return undefined
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { attempt, busy, failed, clear: () => setFailed(undefined) }
}
