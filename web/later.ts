import { keepApp, loadApp, takeNewest } from '#features/updates/app-worker.tsx'
import { isNewer, type Release, versionAsked, wasTried } from '#features/updates/load-update.ts'
import { hourMs } from '#kit/clock.ts'
import { loadConfig, loadVersion } from '#kit/wire/app.contract.ts'
import { noteDemo } from '#ui/boot.ts'
import { call } from '#ui/call.ts'
import { learnLines } from '#ui/device-lines.ts'
import { currentLocation } from '#ui/navigation.ts'
import { currentSession, onSessionChange } from '#ui/session.ts'
import { currentLanguage } from '#ui/texts.ts'
// Named by a second file, it comes with the parts that every screen is made of (vite.config.ts).
import './live.ts'
import { reloadWith } from './route-loading.ts'

/** A version that was put off is offered again when the app is opened again, or one after it. */
let putOff = 0
let isOffered = false

async function lookForUpdate(): Promise<void> {
  const release = await call(loadVersion, { ...versionAsked, language: currentLanguage().wire }, { quiet: true })
  const mayWait = !release.force || wasTried(release)
  const isOpen = isOffered || (mayWait && putOff >= release.latest)
  // The page of updates says it itself.
  if (!isNewer(release) || isOpen || currentLocation().path === '/pages/update/index') return
  await offer(release)
  putOff = release.latest
}

async function offer(release: Release | undefined): Promise<void> {
  isOffered = true
  const { offerUpdate } = await import('./UpdateDialog.tsx')
  await offerUpdate(release).finally(() => {
    isOffered = false
  })
}

/** How often it is looked whether nothing lies over the screen any more. */
const overEveryMs = 3000
let isRestartOffered = false
/** A newer app is loaded: said once, and never in the middle of something that is being confirmed. */
function offerRestart(): void {
  if (isRestartOffered || isOffered || currentLocation().path === '/pages/update/index') return
  if (document.querySelector('dialog[open]')) setTimeout(offerRestart, overEveryMs)
  else {
    isRestartOffered = true
    void offer(undefined).catch(unanswered)
  }
}

/** Whoever let the browser show notifications is told again after a sign-in. */
function keepPushed(): void {
  if (globalThis.Notification?.permission !== 'granted' || !currentSession()) return
  import('#features/news/push/device-push.tsx').then((push) => push.keepPushed()).catch(unanswered)
}

/** Without an answer there is only the line we are on and the version we have: asked again the next time. */
const unanswered = (): void => {}

/** Home has said so already where it was the first screen. */
const lookWhetherDemo = async (): Promise<void> => noteDemo((await call(loadConfig, {}, { quiet: true })).demo)

/** After the first screen stands, what nobody waits for: whether it is a demo, which other lines there are, and whether there is a newer app. */
export function lookAround(): void {
  void lookWhetherDemo().catch(unanswered)
  void learnLines().catch(unanswered)
  void lookForUpdate().catch(unanswered)
  reloadWith(takeNewest)
  void keepApp(offerRestart).then(keepPushed, unanswered)
  onSessionChange(keepPushed)
  setInterval(() => {
    if (document.visibilityState !== 'visible') return
    void lookForUpdate().catch(unanswered)
    void loadApp(hourMs).catch(unanswered)
  }, hourMs)
}
