import { endSession } from './end-session.ts'
import { tellSignOut } from './sign-out-call.ts'

export async function signOut(): Promise<void> {
  await tellSignOut().catch(() => {
    // Unreachable: the server's session expires later.
  })
  await endSession()
}
