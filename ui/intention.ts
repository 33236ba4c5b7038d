import { randomUuid } from '#kit/random.ts'
import type { Call } from '#kit/wire/call.ts'
import { isUnanswered } from '#kit/wire/call-failure.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'

/**
 * Sends what somebody means to do, as often as they press. Until the server has answered, every try carries the same idempotency key: a
 * lost answer must not become a second payment. What is answered is over, so the same again is meant again and gets another key.
 * @param aside fields that may differ from try to try of one intention: the Google code, the least that is accepted at the price of the
 * moment. The server tells such a try from the first by `request.key_conflict`, when the first had arrived.
 */
export type Send = <C extends Contract>(
  contract: C,
  input: CallInputOf<C>,
  aside?: readonly (keyof CallInputOf<C>)[],
) => Promise<OutputOf<C>>

export type SendOptions = {
  /** The screen says a refusal itself, so none pops up. */
  readonly quiet: boolean
}

/** One button's intentions, one after another. */
export function createSend(call: Call, { quiet }: SendOptions = { quiet: true }): Send {
  let meant: { readonly said: string; readonly key: string } | undefined
  return async (contract, input, aside = []) => {
    const fields = Object.entries(input as object).filter(([name]) => !(aside as readonly string[]).includes(name))
    const said = JSON.stringify([contract.path, fields])
    if (meant?.said !== said) meant = { said, key: randomUuid() }
    try {
      const answer = await call(contract, input, { quiet, idempotencyKey: meant.key })
      meant = undefined
      return answer
    } catch (cause) {
      if (!isUnanswered(cause)) meant = undefined
      throw cause
    }
  }
}
