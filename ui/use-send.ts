import { useState } from 'react'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { call } from './call.ts'
import { createSend, hadArrived } from './intention.ts'
import { useText } from './texts.ts'
import { notify } from './toasts.ts'
import { reads } from './use-call.ts'

/**
 * For what moves money behind the password sheet: `send(contract, input, aside)` sends an intention until it is answered (intention.ts), and
 * what is read anew afterwards is everything, for one movement shows on many screens. @returns the answer, or undefined when an earlier
 * try had arrived after all: it is said, and `arrivedBefore` leads to where it can be seen. @throws CallFailure, which the sheet says.
 */
export function useSend(arrivedBefore: () => void = () => {}) {
  const t = useText()
  const [send] = useState(() => createSend(call))
  return async <C extends Contract>(
    contract: C,
    input: CallInputOf<C>,
    aside: readonly (keyof CallInputOf<C>)[] = [],
  ): Promise<OutputOf<C> | undefined> => {
    try {
      const answer = await send(contract, input, aside)
      void reads.invalidateQueries()
      return answer
    } catch (cause) {
      if (!hadArrived(cause)) throw cause
      void reads.invalidateQueries()
      notify(t('send.arrived_before'))
      arrivedBefore()
      return undefined
    }
  }
}
