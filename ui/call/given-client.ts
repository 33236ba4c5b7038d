import type { Client } from '#kit/wire/call.ts'

let given: Promise<Client> | undefined

export function giveClient(client: Client, ready: Promise<void>): void {
  const coming = ready.then(() => client)
  given = coming
  coming.catch(() => {
    if (given === coming) given = undefined
  })
}

export const givenClient = (): Promise<Client> | undefined => given
