import type { Contract } from './contract.ts'
import type { AnswerCode } from './signing/envelope.ts'

export type FailureCode = AnswerCode | 'network' | 'unreadable'

/** A refusal, no answer (`network`), or an answer that violates its contract (`unreadable`). Do not assume that anything changed. */
export class CallFailure extends Error {
  readonly code: FailureCode
  readonly key: string
  readonly params: Readonly<Record<string, string>>
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

export const isUnanswered = (cause: unknown): boolean =>
  cause instanceof CallFailure && (cause.code === 'network' || cause.code === 'unreadable')

export const unreadableKey = 'unreadable'

/** For an answer that violates its contract. A write may still have happened, so it counts as unanswered (`network`) and keeps its key. */
export const unreadable = ({ method, path }: Pick<Contract, 'method' | 'path'>): CallFailure =>
  new CallFailure(method === 'POST' ? 'network' : 'unreadable', unreadableKey, { path })
