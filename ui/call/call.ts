import type { Call, Client, OpenStream } from '#kit/wire/call.ts'
import { givenClient } from './given-client.ts'

let fetched: Promise<Client> | undefined
/** Loaded lazily, because the first screen renders without it. */
export function fetchClient(): Promise<Client> {
  fetched ??= givenClient()
  fetched ??= import('./client.ts').then(async ({ client, ready }) => {
    await ready
    return client
  })
  fetched.catch(() => {
    fetched = undefined
  })
  return fetched
}

/** In components, use `useRead` and `useAct` (use-call.ts). @throws CallFailure */
export const call: Call = async (contract, input, options) => (await fetchClient()).call(contract, input, options)

/** Screens receive stream data through `useRead`. @throws CallFailure */
export const openStream: OpenStream = async (contract, lastEventId, signal) =>
  (await fetchClient()).openStream(contract, lastEventId, signal)
