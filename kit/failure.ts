import type { Texts } from '#locales/keys.ts'
import { type AnswerCode, answers } from './wire/signing/envelope.ts'

type ErrorId = Extract<keyof Texts, `error.${string}`>
export type FailureKey = ErrorId extends `error.${infer Key}` ? Key : never
export type FailureParams<Key extends FailureKey> = Texts[`error.${Key}`]

/** Keys not listed here return 400. */
const codes: Partial<Record<FailureKey, AnswerCode>> = {
  token_03: answers.signInAgain,
  'session.token_format': answers.signInAgain,
  'session.expired': answers.signInAgain,
  'session.logged_in_elsewhere': answers.signInAgain,
  'session.quiet': answers.quiet,
  'request.blocked': answers.stalled,
  'request.address_blocked': answers.stalled,
  'identity.banned': answers.goHome,
  'identity.region_off': answers.goHome,
  'request.maintenance': answers.maintenance,
}

export const answerCode = (key: FailureKey): AnswerCode => codes[key] ?? answers.refused

/** A user-facing refusal: nothing changed. Bugs are plain errors. */
export class Refusal extends Error {
  readonly key: FailureKey
  readonly params: Readonly<Record<string, string>>
  constructor(key: FailureKey, params: Readonly<Record<string, string>>) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.params = params
  }
}

export function fail<Key extends FailureKey>(
  key: Key,
  ...params: keyof FailureParams<Key> extends never ? [] : [FailureParams<Key>]
): never {
  throw new Refusal(key, (params[0] ?? {}) as Record<string, string>)
}
