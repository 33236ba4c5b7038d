import type { AnswerCode } from './envelope.ts'

/** A call that did not succeed: a refusal of the server, or no answer at all (`network`). Nothing is known to have changed. */
export class CallFailure extends Error {
  readonly code: AnswerCode | 'network'
  readonly key: string
  readonly params: Readonly<Record<string, string>>
  /** No answer came within the time a call has. */
  readonly isLate: boolean
  constructor(
    code: AnswerCode | 'network',
    key: string,
    params: Readonly<Record<string, string>> = {},
    isLate = false,
  ) {
    super(key)
    this.name = 'CallFailure'
    this.code = code
    this.key = key
    this.params = params
    this.isLate = isLate
  }
}
