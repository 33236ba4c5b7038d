import { keepApp, loadApp, newestMs } from '#features/updates/app-worker.tsx'
import { isNewer, type Release, versionAsked, wasTried } from '#features/updates/load-update.ts'
import { hourMs } from '#kit/clock.ts'
import { loadConfig, loadVersion } from '#kit/wire/app.contract.ts'
import { isBootDamaged, noteHouse } from '#ui/boot.ts'
import { call } from '#ui/call.ts'
import { learnLines } from '#ui/device-lines.ts'
import { followKeyboard } from '#ui/follow-keyboard.ts'
import { followTabs } from '#ui/follow-tabs.ts'
import { currentLocation } from '#ui/navigation.ts'
import { currentSession, onSessionChange } from '#ui/session.ts'
import { currentLanguage, loadTexts } from '#ui/texts.ts'
// Named by a second file, it comes with the parts that every screen is made of (vite.config.ts).
import './live.ts'
import { isReloading, isReplaced, onMissingPart, reloadOnce } from './route-loading.ts'

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
  try {
    const { offerUpdate } = await import('./UpdateDialog.tsx')
    await offerUpdate(release)
  } finally {
    isOffered = false
  }
}

let isLooking = false
/**
 * A part of this app is gone, for there is another one: said at once, over whatever asked for it, so that what was typed stays until one has
 * chosen. A screen that cannot stand without the part takes the newer app by itself.
 */
async function offerNewest(): Promise<void> {
  if (isOffered || isLooking) return
  isLooking = true
  try {
    if (!(await isReplaced())) return
    await loadApp(newestMs).catch(unanswered)
    if (!isOffered && !isReloading()) await offerLoaded()
  } finally {
    isLooking = false
  }
}

/** What says it is kept with the app. Where it is not, the newer app is taken without a word. */
function offerLoaded(): Promise<unknown> {
  isRestartOffered = true
  return offer(undefined).catch(reloadOnce)
}

/** How often it is looked whether nothing lies over the screen any more. */
const overEveryMs = 3000
let isRestartOffered = false
/** A newer app is loaded: said once, and never in the middle of something that is being confirmed. */
function offerRestart(): void {
  if (isRestartOffered || isOffered || currentLocation().path === '/pages/update/index') return
  if (document.querySelector('dialog[open]')) setTimeout(offerRestart, overEveryMs)
  else void offerLoaded()
}

/** Whoever let the browser show notifications is told again after a sign-in. */
function keepPushed(): void {
  if (globalThis.Notification?.permission !== 'granted' || !currentSession()) return
  import('#features/news/push/device-push.tsx').then((push) => push.keepPushed()).catch(unanswered)
}

/** Without an answer there is only the line we are on and the version we have: asked again the next time. */
const unanswered = (): void => {}

/** Home has said so already where it was the first screen. */
const lookAtHouse = async (): Promise<void> => {
  const { demo, bottomBar } = await call(loadConfig, {}, { quiet: true })
  noteHouse({ demo, houseBar: bottomBar.bar, barChoice: bottomBar.choice })
}

/** Only a device with forced colours fetches what they need. */
function watchForcedColours(): void {
  const forced = matchMedia('(forced-colors: active)')
  const fetchRules = () => {
    if (forced.matches) void import('#ui/forced-colors.css').catch(unanswered)
  }
  fetchRules()
  forced.addEventListener('change', fetchRules)
}

/** After the first screen stands, what nobody waits for: whether it is a demo, which bottom bar it has, which other lines there are, and whether there is a newer app. */
export function lookAround(): void {
  followTabs()
  followKeyboard()
  watchForcedColours()
  if (isBootDamaged()) void import('#ui/lock.ts').then(({ restoreLock }) => restoreLock()).catch(unanswered)
  void lookAtHouse().catch(unanswered)
  void learnLines().catch(unanswered)
  void lookForUpdate().catch(unanswered)
  onMissingPart(() => void offerNewest().catch(unanswered))
  // Fetched while its server has it.
  void loadTexts(['updates']).catch(unanswered)
  void keepApp(offerRestart).then(keepPushed, unanswered)
  onSessionChange(keepPushed)
  setInterval(() => {
    if (document.visibilityState !== 'visible') return
    void lookForUpdate().catch(unanswered)
    void loadApp(hourMs).catch(unanswered)
  }, hourMs)
}
