import { isNewer, versionAsked, wasTried } from '#features/updates/load-update.ts'
import { hourMs } from '#kit/clock.ts'
import { loadVersion } from '#kit/wire/app.contract.ts'
import { call } from '#ui/call.ts'
import { learnLines } from '#ui/device-lines.ts'
import { currentLocation } from '#ui/navigation.ts'
import { currentLanguage } from '#ui/texts.ts'

/** A version that was put off is offered again when the app is opened again, or one after it. */
let putOff = 0
let isOffered = false

async function lookForUpdate(): Promise<void> {
  const release = await call(loadVersion, { ...versionAsked, language: currentLanguage().wire }, { quiet: true })
  const mayWait = !release.force || wasTried(release)
  const isOpen = isOffered || (mayWait && putOff >= release.latest)
  // The page of updates says it itself.
  if (!isNewer(release) || isOpen || currentLocation().path === '/pages/update/index') return
  isOffered = true
  const { offerUpdate } = await import('./UpdateDialog.tsx')
  await offerUpdate(release)
  putOff = release.latest
  isOffered = false
}

/** Without an answer there is only the line we are on and the version we have: asked again the next time. */
const unanswered = (): void => {}

/** After the first screen stands, what nobody waits for: which other lines there are, and whether there is a newer app. */
export function lookAround(): void {
  void learnLines().catch(unanswered)
  void lookForUpdate().catch(unanswered)
  setInterval(() => {
    if (document.visibilityState === 'visible') void lookForUpdate().catch(unanswered)
  }, hourMs)
}
