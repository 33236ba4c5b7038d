import type { FailureKey } from '#kit/failure.ts'
import type { Contract } from './contract.ts'
import { coin } from './fields.ts'

const anyRequest = [
  'request.malformed',
  'request.too_large',
  'request.blocked',
  'request.address_blocked',
  'request.busy',
  'request.too_often',
  'request.stale',
  'request.unavailable',
  'request.internal',
  'field.required',
  'field.format',
  'identity.mnemonic_sent',
] as const
const codes = ['identity.code_wrong', 'identity.code_used', 'identity.code_locked'] as const

export function holds(schema: unknown, sought: unknown): boolean {
  if (schema === sought) return true
  if (typeof schema !== 'object' || schema === null) return false
  const { entries = {}, pipe = [], options = [], items, wrapped, item } = schema as Record<string, unknown>
  const inner = [...Object.values(entries as object), ...(pipe as unknown[]), ...(options as unknown[]), wrapped, item]
  return [...inner, ...(Array.isArray(items) ? items : [])].some((each) => each !== schema && holds(each, sought))
}

/** Refusals by the request pipeline. */
export function doorRefusalsOf({ method, access, always, withoutRequestToken }: Contract): readonly FailureKey[] {
  const isWrite = method !== 'GET'
  const isSigned = access === 'session' || access === 'money'
  return [
    ...anyRequest,
    ...(withoutRequestToken ? [] : (['req_token', 'req_token_error'] as const)),
    ...(isWrite ? (['request.sign_missing', 'request.sign_wrong'] as const) : []),
    ...(isWrite && !always ? (['request.maintenance'] as const) : []),
    ...(access === 'background' ? (['session.quiet'] as const) : []),
    ...(isSigned
      ? (['token_03', 'session.token_format', 'session.logged_in_elsewhere', 'session.expired'] as const)
      : []),
    ...(isSigned && isWrite
      ? (['request.auth_missing', 'request.auth_wrong', 'request.replayed', 'request.key_conflict'] as const)
      : []),
    ...(access === 'money' ? (['session.wallet_token_missing', 'session.wallet_token_expired'] as const) : []),
  ]
}

/** Refusals by the call, and those that its access and fields imply. */
export function refusalsOf(contract: Contract): readonly FailureKey[] {
  const { method, access, evenWhenStopped, secondFactor, input, failures } = contract
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

export const mayAnswer = (contract: Contract, key: FailureKey): boolean =>
  doorRefusalsOf(contract).includes(key) || refusalsOf(contract).includes(key)
