import { useEffect, useRef } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import type { About } from './pending-sends.ts'
import { useText } from './texts.ts'
import { notify } from './toasts.ts'
import { reads } from './use-call.ts'

const fetchSends = () =>
  import('./sends.ts').catch(() => {
    throw new CallFailure('network', 'network')
  })

/**
 * For what moves money behind the password sheet: `send(contract, input, aside)` sends what was confirmed until it is answered
 * (pending-sends.ts), and what is read anew afterwards is everything, for one movement shows on many screens. `what` and `amount` name it where its answer is told
 * to somebody who has gone on. @returns the answer, or undefined when an earlier try had arrived after all: it is said, and
 * `arrivedBefore` leads to where it can be seen. Whoever leaves the screen gets none: it is told at the top of the app. @throws CallFailure, which the sheet says.
 */
export function useSend(what: string, amount = '', arrivedBefore: () => void = () => {}) {
  const t = useText()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    // Fetched before it is needed: the network may be gone by then.
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
    const { sends } = await fetchSends()
    const sent = await sends.send(contract, input, { aside, about, isHere: () => here.current })
    void reads.invalidateQueries()
    if (sent === 'apart') return new Promise<never>(() => {})
    if (sent !== 'arrived') return sent.answer
    notify(t('send.arrived_before'))
    arrivedBefore()
    return undefined
  }
}
