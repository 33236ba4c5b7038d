import { endSession } from './end-session.ts'
import { tellSignOut } from './sign-out-call.ts'

export async function signOut(): Promise<void> {
  await tellSignOut().catch(() => {
    // The server is unreachable. Its session expires later.
  })
  await endSession()
}
