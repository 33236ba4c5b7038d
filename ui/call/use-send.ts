import { useEffect, useRef } from 'react'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { notify } from '../show/toasts.ts'
import { useText } from '../text/texts.ts'
import { loadPart } from './load-part.ts'
import type { About } from './pending-sends.ts'
import { reads } from './use-call.ts'

const fetchSends = () => loadPart(() => import('./sends.ts'))

/**
 * For money calls behind the password sheet. Retries until the server answers (pending-sends.ts), then refreshes everything. `what` and
 * `amount` describe the call if the user leaves. @returns the answer, or undefined if the user left or an earlier attempt had succeeded.
 * After such an attempt, `arrivedBefore` opens the result. @throws CallFailure
 */
export function useSend(what: string, amount = '', arrivedBefore: () => void = () => {}) {
  const t = useText()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    // Preloads, because the network may fail later.
    fetchSends().catch(() => {})
    return () => {
      here.current = false
    }
  }, [])
  return async <C extends Contract>(
    contract: C,
    input: CallInputOf<C>,
    aside: readonly (keyof CallInputOf<C>)[] = [],
  ): Promise<OutputOf<C> | undefined> => {
    const about: About = { what, amount }
    const { sends, closeFailed } = await fetchSends()
    const sent = await sends.send(contract, input, { aside, about, isHere: () => here.current })
    void reads.invalidateQueries()
    if (sent === 'apart') return new Promise<never>(() => {})
    closeFailed(what)
    if (sent !== 'arrived') return sent.answer
    notify(t('send.arrived_before'))
    arrivedBefore()
    return undefined
  }
}
