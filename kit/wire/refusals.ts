import type { FailureKey } from '#kit/failure.ts'
import type { Contract } from './contract.ts'
import { coin } from './fields.ts'

/** What every call can be refused with: the request itself, the session, a field, words where they must never be. */
const everyCall = /^(request\.|session\.|field\.|req_token|token_03$|identity\.mnemonic_sent$)/
/** What a Google code that comes along can be refused with. */
const codes = ['identity.code_wrong', 'identity.code_used', 'identity.code_locked'] as const

/** Whether a schema holds another one, however deep. */
export function holds(schema: unknown, sought: unknown): boolean {
  if (schema === sought) return true
  if (typeof schema !== 'object' || schema === null) return false
  const { entries = {}, pipe = [], options = [], items, wrapped, item } = schema as Record<string, unknown>
  const inner = [...Object.values(entries as object), ...(pipe as unknown[]), ...(options as unknown[]), wrapped, item]
  return [...inner, ...(Array.isArray(items) ? items : [])].some((each) => each !== schema && holds(each, sought))
}

/** Every refusal of a call beside those every call has: its own, and those its kind and its fields bring. */
export function refusalsOf(contract: Contract): readonly FailureKey[] {
  const { method, access, evenWhenStopped, secondFactor, input, failures } = contract
  // A suspension stops whatever changes something, a freeze what moves money, but for what says otherwise.
  const isStopped = method !== 'GET' && access !== 'open' && !evenWhenStopped
  return [
    ...new Set<FailureKey>([
      ...failures,
      ...(isStopped ? (['identity.banned'] as const) : []),
      ...(isStopped && access === 'money' ? (['identity.frozen'] as const) : []),
      ...(secondFactor ? codes : []),
      ...(holds(input, coin) ? (['funds.atm_closed'] as const) : []),
    ]),
  ]
}

/** Whether a call may be refused so. */
export const mayAnswer = (contract: Contract, key: FailureKey): boolean =>
  everyCall.test(key) || refusalsOf(contract).includes(key)
