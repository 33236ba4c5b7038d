import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { call, fetchClient } from '#ui/call.ts'
import { deviceStore } from '#ui/device-store.ts'
import { currentLocation } from '#ui/navigation.ts'
import { checkPasswordWith } from '#ui/password-check.ts'
import { loadSession } from '#ui/session.ts'
import { signOutWith } from '#ui/sign-out.ts'
import { loadTexts } from '#ui/texts.ts'
import { App } from './App.tsx'
import { loadRoute } from './route-loading.ts'

checkPasswordWith(async (walletPassword) => {
  const { confirmPassword } = await import('#features/security/security.contract.ts')
  const { walletToken } = await call(confirmPassword, { walletPassword }, { quiet: true })
  await deviceStore.set('walletToken', walletToken)
})

signOutWith(async () => {
  const { signOut } = await import('#features/onboarding/onboarding.contract.ts')
  await call(signOut, {}, { quiet: true })
})

async function start(): Promise<void> {
  // The first screen is fetched while session and texts are read; the shell in the page stands until all are there.
  loadRoute(currentLocation().path).catch(() => {})
  await Promise.all([loadTexts(['core']), loadSession()])
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
  // Nearly every screen calls the API next.
  await fetchClient()
}

start().catch(() => {
  // Without a network at the very start there is nothing to show it with; the shell in the page stays.
})
