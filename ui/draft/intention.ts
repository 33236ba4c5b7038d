import { randomUuid } from '#kit/text/random.ts'
import type { Call } from '#kit/wire/call.ts'
import { isUnanswered } from '#kit/wire/call-failure.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'

/**
 * Retries reuse one idempotency key until the server answers, so a lost response cannot cause a second payment. @param aside fields that
 * may change between attempts, such as the Google code or minimum price; if the first attempt arrived, the server reports
 * `request.key_conflict`
 */
export type Send = <C extends Contract>(
  contract: C,
  input: CallInputOf<C>,
  aside?: readonly (keyof CallInputOf<C>)[],
) => Promise<OutputOf<C>>

export type SendOptions = {
  /** True to show no toast, because the screen shows errors. */
  readonly quiet: boolean
}

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
