import { endSession } from './session.ts'

let tell: () => Promise<unknown> = () => Promise.resolve()

/** Set once by the program, because the call belongs to a feature. */
export const signOutWith = (call: () => Promise<unknown>): void => {
  tell = call
}

/** Ends the session here and, where it can be reached, on the server. */
export async function signOut(): Promise<void> {
  await tell().catch(() => {
    // Unreachable: the session ends here all the same, and by itself on the server.
  })
  await endSession()
}
