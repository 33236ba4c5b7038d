import type { Client } from '#kit/wire/call.ts'

let given: Promise<Client> | undefined

/** Hands the client over where it came in the same piece as a screen: nothing is fetched for it then. */
export function giveClient(client: Client, ready: Promise<void>): void {
  const coming = ready.then(() => client)
  given = coming
  coming.catch(() => {
    if (given === coming) given = undefined
  })
}

/** The client, if it came already. */
export const givenClient = (): Promise<Client> | undefined => given
