import { keepApp, loadApp, newestMs } from '#features/updates/app-worker.tsx'
import { isNewer, type Release, versionAsked, wasTried } from '#features/updates/load-update.ts'
import { hourMs } from '#kit/time/clock.ts'
import { loadConfig, loadVersion } from '#kit/wire/contracts/app.contract.ts'
import { call } from '#ui/call/call.ts'
import { learnEndpoints } from '#ui/device/device-endpoints.ts'
import { followKeyboard } from '#ui/form/follow-keyboard.ts'
import { followTabs } from '#ui/session/follow-tabs.ts'
import { currentSession, onSessionChange } from '#ui/session/session.ts'
import { isBootDamaged, noteCompany } from '#ui/shell/boot.ts'
import { keepInstallPrompt } from '#ui/shell/install.ts'
import { currentLocation } from '#ui/shell/navigation.ts'
import { currentLanguage, loadTexts } from '#ui/text/texts.ts'
import './live.ts'
import { isReloading, isReplaced, onMissingPart, reloadOnce } from '../route-loading.ts'

/** Version of a postponed update, which is offered again at the next start or with the next version. */
let putOff = 0
let isOffered = false

async function lookForUpdate(): Promise<void> {
  const release = await call(loadVersion, { ...versionAsked, language: currentLanguage().wire }, { quiet: true })
  const mayWait = !release.force || wasTried(release)
  const isOpen = isOffered || (mayWait && putOff >= release.latest)
  if (!isNewer(release) || isOpen || currentLocation().path === '/pages/update/index') return
  await offer(release)
  putOff = release.latest
}

async function offer(release: Release | undefined): Promise<void> {
  isOffered = true
  try {
    const { offerUpdate } = await import('../failing/UpdateDialog.tsx')
    await offerUpdate(release)
  } finally {
    isOffered = false
  }
}

let isLooking = false
/**
 * If a chunk is missing after a deploy, offers the new version without discarding input. A screen that needs the chunk updates
 * automatically.
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

function offerLoaded(): Promise<unknown> {
  isRestartOffered = true
  return offer(undefined).catch(reloadOnce)
}

const overEveryMs = 3000
let isRestartOffered = false
/** Offers a restart once, never during a confirmation. */
function offerRestart(): void {
  if (isRestartOffered || isOffered || currentLocation().path === '/pages/update/index') return
  if (document.querySelector('dialog[open]')) setTimeout(offerRestart, overEveryMs)
  else void offerLoaded()
}

function keepPushed(): void {
  if (globalThis.Notification?.permission !== 'granted' || !currentSession()) return
  import('#features/news/push/device-push.tsx').then((push) => push.keepPushed()).catch(unanswered)
}

/** Without a response, keeps the current host and version. */
const unanswered = (): void => {}

const lookAtCompany = async (): Promise<void> => {
  const { demo, bottomBar } = await call(loadConfig, {}, { quiet: true })
  noteCompany({ demo, companyBar: bottomBar.bar, barChoice: bottomBar.choice })
}

function watchForcedColours(): void {
  const forced = matchMedia('(forced-colors: active)')
  const fetchRules = () => {
    if (forced.matches) void import('#ui/shell/style/forced-colors.css').catch(unanswered)
  }
  fetchRules()
  forced.addEventListener('change', fetchRules)
}

/** Background work after the first screen. */
export function lookAround(): void {
  followTabs()
  keepInstallPrompt()
  followKeyboard()
  watchForcedColours()
  if (isBootDamaged()) void import('#ui/session/lock.ts').then(({ restoreLock }) => restoreLock()).catch(unanswered)
  void lookAtCompany().catch(unanswered)
  void learnEndpoints().catch(unanswered)
  void lookForUpdate().catch(unanswered)
  onMissingPart(() => void offerNewest().catch(unanswered))
  void loadTexts(['updates']).catch(unanswered)
  void keepApp(offerRestart).then(keepPushed, unanswered)
  onSessionChange(keepPushed)
  setInterval(() => {
    if (document.visibilityState !== 'visible') return
    void lookForUpdate().catch(unanswered)
    void loadApp(hourMs).catch(unanswered)
  }, hourMs)
}
