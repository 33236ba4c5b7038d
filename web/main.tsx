import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { currentBoot, onBootChange } from '#ui/boot.ts'
import { call, fetchClient } from '#ui/call.ts'
import { deviceStore } from '#ui/device-store.ts'
import { currentLocation } from '#ui/navigation.ts'
import { checkPasswordWith } from '#ui/password-check.ts'
import { loadSession } from '#ui/session.ts'
import { signOutWith } from '#ui/sign-out.ts'
import { loadTexts, restoreLanguage } from '#ui/texts.ts'
import { App } from './App.tsx'
import { loadRoute, reloadOnce } from './route-loading.ts'
import { fetchFirst } from './use-shown.ts'
import { fetchWide } from './use-wide.ts'

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
  // Fetched at once: the address decides what comes first, session and texts are read meanwhile.
  loadRoute(currentLocation().path).catch(() => {})
  const [wide] = await Promise.all([fetchWide(), loadTexts(['core']), loadSession()])
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const draw = async () => root.render(<App first={await fetchFirst()} wide={wide} />)
  const watch = async () => currentBoot().lock > 0 && (await import('./lock.tsx')).watchLock(root, draw)
  if (!(await watch())) await draw()
  onBootChange(watch)
  restoreLanguage().catch(() => {})
  // Nearly every screen calls the API next, and then follows what happens.
  fetchClient()
    .then(() => import('./live.ts'))
    .then(({ goLive }) => goLive())
    .catch(() => {})
    .then(() => import('./later.ts'))
    .then(({ lookAround }) => lookAround())
    .catch(() => {})
}

start().catch(() => {
  if (!reloadOnce()) document.documentElement.dataset.failed = ''
})
