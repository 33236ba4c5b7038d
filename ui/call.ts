import type { Call } from '#kit/wire/call.ts'

let fetched: Promise<Call> | undefined
/** Fetches the client with its signatures: the first screen is drawn without it. */
export function fetchClient(): Promise<Call> {
  fetched ??= import('./client.ts').then((module) => module.client)
  fetched.catch(() => {
    fetched = undefined
  })
  return fetched
}

/** Calls the API. In a component use `useRead` and `useAct` (use-call.ts). @throws CallFailure */
export const call: Call = async (contract, input, options) => (await fetchClient())(contract, input, options)
