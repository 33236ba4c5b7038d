import { useRef, useState } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { failureWords, say } from '../text/texts.ts'

export type Failed = { readonly key: string; readonly text: string; readonly failure?: CallFailure }

/**
 * Runs multi-step work without overlap and keeps its error. `useAct` is shorter for one call. Input is never cached, so passwords and
 * phrases are safe here.
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
