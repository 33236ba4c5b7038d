import type { FailureKey } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'

const everyCall = /^(request\.|session\.|field\.|req_token|token_03$|identity\.mnemonic_sent$|funds\.atm_closed$)/
const moneyCall = /^identity\.(banned|frozen|code_locked)$/

/** Whether a contract declares a refusal, by name or because every call of its kind can give it. */
export const mayAnswer = (contract: Contract, key: FailureKey): boolean =>
  everyCall.test(key) || (contract.access === 'money' && moneyCall.test(key)) || contract.failures.includes(key)
