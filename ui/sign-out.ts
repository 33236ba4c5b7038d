import { endSession } from './end-session.ts'
import { tellSignOut } from './sign-out-call.ts'

/** Ends the session here and, where it can be reached, on the server. */
export async function signOut(): Promise<void> {
  await tellSignOut().catch(() => {
    // Unreachable: the session ends here all the same, and by itself on the server.
  })
  await endSession()
}
