import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { proofSummary } from '#features/proof/proof.contract.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useSession } from '#ui/session/session.ts'
import { useOnline } from '#ui/shell/use-online.ts'
import { checkNow, isChecked, isFailed, lastCheck, type OwnProof, onProof, shownNow } from './own-proof-store.ts'

export type { OwnProof, PastCheck } from './own-proof-store.ts'

const restMs = 2_000

/**
 * Checks the proof automatically after sign-in, for each statement and on display changes. No status is positive until a check ends. The
 * option forces a new check, for screens with current amounts.
 */
export function useOwnProof({ anew = false } = {}): { readonly proof: OwnProof; again(): Promise<void> } {
  const walletId = useSession()?.walletId ?? ''
  const isOnline = useOnline()
  const summary = useRead(proofSummary, {}, { everyMs: minuteMs })
  const day = summary.data ? (summary.data.latest?.day ?? 'none') : undefined
  // Offline, cached data says nothing about the present.
  const isAway = !isOnline || summary.error !== null || summary.fetchStatus === 'paused'
  const state = useSyncExternalStore(onProof, () => stateOf(walletId, day, isAway))
  const shown = useSyncExternalStore(onProof, shownNow)
  const hasBegun = useRef(false)

  const again = useCallback(() => checkNow(walletId, day ?? 'none'), [walletId, day])

  useEffect(() => {
    if (!walletId || day === undefined || isAway || (shown === '' && !anew)) return
    const isFirst = !hasBegun.current
    if (isFirst) hasBegun.current = true
    const wanted = (anew && isFirst) || state === 'checking' || (isFirst && lastCheck(walletId)?.answer.is === 'wrong')
    if (!wanted) return
    const timer = setTimeout(() => void again(), isFirst ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [walletId, day, isAway, shown, state, again, anew])

  const check = lastCheck(walletId)
  if (state === 'checked' && check) return { proof: { is: 'checked', check }, again }
  return { proof: state === 'unchecked' ? { is: 'unchecked', last: check } : { is: 'checking' }, again }
}

function stateOf(walletId: string, day: string | undefined, isAway: boolean): 'checking' | 'unchecked' | 'checked' {
  if (isAway || isFailed()) return 'unchecked'
  return day !== undefined && isChecked(walletId, day) ? 'checked' : 'checking'
}
