import type { FailureKey } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'

const everyCall = /^(request\.|session\.|field\.|req_token|token_03$|identity\.mnemonic_sent$|funds\.atm_closed$)/
const moneyCall = /^identity\.(banned|frozen|code_locked)$/
/** A suspension stops whatever changes something, but for what says otherwise. */
const mayBeSuspended = ({ method, access, evenWhenStopped }: Contract): boolean =>
  method !== 'GET' && access !== 'open' && !evenWhenStopped

/** Whether a contract declares a refusal, by name or because every call of its kind can give it. */
export const mayAnswer = (contract: Contract, key: FailureKey): boolean =>
  everyCall.test(key) ||
  (key === 'identity.banned' && mayBeSuspended(contract)) ||
  (contract.access === 'money' && moneyCall.test(key)) ||
  contract.failures.includes(key)
