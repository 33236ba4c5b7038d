import '#ui/shell/style/theme.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { call, fetchClient } from '#ui/call/call.ts'
import { loadPart } from '#ui/call/load-part.ts'
import { quiet } from '#ui/call/quiet.ts'
import { checkPasswordWith } from '#ui/form/password-check.ts'
import { currentSession, loadSession, onSessionChange } from '#ui/session/session.ts'
import { signOutWith } from '#ui/session/sign-out-call.ts'
import { currentBoot, onBootChange } from '#ui/shell/boot.ts'
import { currentLocation } from '#ui/shell/navigation.ts'
import { loadTexts, restoreLanguage } from '#ui/text/texts.ts'
import { App } from './App.tsx'
import { givenLive } from './live/given-live.ts'
import { loadRoute, reloadOnce } from './route-loading.ts'
import { homePath } from './routes.ts'
import { fetchFirst } from './use-shown.ts'
import { fetchWide } from './use-wide.ts'

checkPasswordWith(async (walletPassword) => {
  const [{ confirmPassword }, { deviceStore }] = await loadPart(() =>
    Promise.all([import('#features/security/security.contract.ts'), import('#ui/device/device-store.ts')]),
  )
  const owner = currentSession()?.walletId
  const { walletToken } = await call(confirmPassword, { walletPassword }, { quiet: true })
  await deviceStore.set('walletToken', walletToken, owner)
})

signOutWith(async () => {
  const { signOut } = await import('#features/onboarding/onboarding.contract.ts')
  await call(signOut, {}, { quiet: true })
})

const styleCame = (): Promise<unknown> | undefined => {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  if (!link || link.sheet) return undefined
  return new Promise((came, failed) => {
    link.addEventListener('load', came)
    link.addEventListener('error', failed)
  })
}

async function start(): Promise<void> {
  // Start the route download immediately, in parallel with session and texts.
  loadRoute(currentLocation().path).catch(() => {})
  const [wide] = await Promise.all([fetchWide(), loadTexts(['core']), loadSession(), styleCame()])
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const draw = async () => {
    const first = await fetchFirst()
    startTransition(() => root.render(<App first={first} wide={wide} />))
  }
  const watch = async () => currentBoot().lock > 0 && (await import('./lock.tsx')).watchLock(root, draw)
  if (!(await watch())) await draw()
  onBootChange(watch)
  restoreLanguage().catch(() => {})
  // Most screens need the client next. Live updates start only when signed in.
  const client = fetchClient()
  const signedIn = new Promise<void>((done) => {
    if (currentSession()) done()
    else onSessionChange(done)
  })
  Promise.all([client, signedIn])
    .then(async () => givenLive() ?? (await import('./live/live.ts')).goLive)
    .then((goLive) => goLive(homePath))
    .catch(() => {})
  // Background work must not compete with the first screen.
  Promise.all([client, quiet()])
    .then(() => import('./live/later.ts'))
    .then(({ lookAround }) => lookAround())
    .catch(() => {})
}

start().catch(async () => {
  if (!(await reloadOnce())) document.documentElement.dataset.failed = ''
})
