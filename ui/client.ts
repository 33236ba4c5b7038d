import { wallClock } from '#kit/clock.ts'
import { createClient } from '#kit/wire/call.ts'
import type { CallFailure } from '#kit/wire/call-failure.ts'
import { confirmAct } from './confirm-way.ts'
import { deviceLines } from './device-lines.ts'
import { deviceStore } from './device-store.ts'
import { whenDataIsDamaged } from './device-values.ts'
import { endSession } from './end-session.ts'
import { giveClient } from './given-client.ts'
import { currentLocation, go } from './navigation.ts'
import { currentSession } from './session.ts'
import { countSlow } from './still-waiting.ts'
import { supportLink } from './support-link.ts'
import { currentLanguage, failureWords, loadTexts, say } from './texts.ts'
import { notify, toast } from './toasts.ts'

/** Spec point 9: how long a message stands before the client leads elsewhere. */
const redirectMs = 1000
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Says a refusal. Where its words cannot be fetched, what follows it follows all the same. */
const sayIt = (failure: CallFailure): Promise<void> =>
  failureWords(failure).then(
    (words) => toast(words, 'bad', supportLink(failure)),
    () => {},
  )

const home = '/pages/index/index'
let leaving = false
async function leaveTo(path: '/pages/login/index' | typeof home, refused = currentSession()?.sessionId): Promise<void> {
  // Who is home already stays there: to go again would read everything again, be refused again, and so on without an end.
  if (leaving || (path === home && currentLocation().path === home)) return
  leaving = true
  await wait(redirectMs)
  leaving = false
  if (path === home) return go(home, undefined, { replace: true })
  // Whoever has signed in meanwhile, as by restoring, stays signed in; and whoever is at one of the ways in is not taken off it.
  if (currentSession()?.sessionId !== refused) return
  await endSession()
  if (!currentLocation().path.startsWith('/pages/login/')) go(path, undefined, { replace: true })
}

whenDataIsDamaged(async (damage) => {
  await loadTexts(['core'])
  notify(say(damage === 'wallet' ? 'data.wallet_damaged' : 'data.damaged'), 'bad')
})

/** The client of the API on this device; call.ts fetches it. */
export const client = createClient({
  host: deviceLines.current,
  leave: async (host) => navigator.onLine && deviceLines.leave(host),
  language: () => currentLanguage().wire,
  clock: wallClock,
  kept: deviceStore,
  session: currentSession,
  confirm: confirmAct,
  fetch: (url, init) => fetch(url, init),
  wait,
  on: {
    refused: (failure) => void sayIt(failure),
    unreachable: () => toast(say('network.later'), 'bad'),
    signInAgain: (failure) => {
      const refused = currentSession()?.sessionId
      void sayIt(failure).then(() => leaveTo('/pages/login/index', refused))
    },
    goHome: (failure) => void sayIt(failure).then(() => leaveTo(home)),
    slow: countSlow,
  },
})

/** The line that was chosen is taken up before the first call. */
export const ready: Promise<void> = deviceLines.load()
giveClient(client, ready)
