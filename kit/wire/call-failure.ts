import type { Contract } from './contract.ts'
import type { AnswerCode } from './envelope.ts'

export type FailureCode = AnswerCode | 'network' | 'unreadable'

/** A call that did not succeed: a refusal, no answer at all (`network`), or one that is not what its contract says (`unreadable`). Nothing is known to have changed. */
export class CallFailure extends Error {
  readonly code: FailureCode
  readonly key: string
  readonly params: Readonly<Record<string, string>>
  /** No answer came within the time a call has. */
  readonly isLate: boolean
  constructor(code: FailureCode, key: string, params: Readonly<Record<string, string>> = {}, isLate = false) {
    super(key)
    this.name = 'CallFailure'
    this.code = code
    this.key = key
    this.params = params
    this.isLate = isLate
  }
}

/** Whether nothing is known of what a call did: no answer came, or none that can be read. */
export const isUnanswered = (cause: unknown): boolean =>
  cause instanceof CallFailure && (cause.code === 'network' || cause.code === 'unreadable')

export const unreadableKey = 'unreadable'

/** An answer that is not what its contract says. A write may have been carried out all the same, so it counts as unanswered and keeps its key. */
export const unreadable = ({ method, path }: Pick<Contract, 'method' | 'path'>): CallFailure =>
  new CallFailure(method === 'POST' ? 'network' : 'unreadable', unreadableKey, { path })
