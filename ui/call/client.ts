import { wallClock } from '#kit/time/clock.ts'
import { createClient } from '#kit/wire/call.ts'
import type { CallFailure } from '#kit/wire/call-failure.ts'
import { deviceEndpoints } from '../device/device-endpoints.ts'
import { deviceStore } from '../device/device-store.ts'
import { whenDataIsDamaged } from '../device/device-values.ts'
import { confirmAct } from '../session/confirm-method.ts'
import { endSession } from '../session/end-session.ts'
import { currentSession } from '../session/session.ts'
import { currentLocation, go } from '../shell/navigation.ts'
import { supportLink } from '../show/support-link.ts'
import { notify, toast } from '../show/toasts.ts'
import { currentLanguage, failureWords, loadTexts, say } from '../text/texts.ts'
import { giveClient } from './given-client.ts'
import { countSlow } from './still-waiting.ts'

/** Spec point 9: message display time before a redirect. */
const redirectMs = 1000
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Continues even if the error's text cannot be loaded. */
const sayIt = (failure: CallFailure): Promise<void> =>
  failureWords(failure).then(
    (words) => toast(words, 'bad', supportLink(failure)),
    () => {},
  )

const whyEnded: Readonly<Record<string, Why['query']>> = {
  'session.logged_in_elsewhere': { ended: 'elsewhere' },
  'session.expired': { ended: 'expired' },
}

const home = '/pages/index/index'
let leaving = false
type Why = { readonly sessionId: string | undefined; readonly query?: Readonly<Record<string, string>> | undefined }
async function leaveTo(
  path: '/pages/login/index' | typeof home,
  { sessionId, query }: Why = { sessionId: currentSession()?.sessionId },
): Promise<void> {
  // Do not navigate from home to home: it would reload, fail and loop.
  if (leaving || (path === home && currentLocation().path === home)) return
  leaving = true
  await wait(redirectMs)
  leaving = false
  if (path === home) return go(home, undefined, { replace: true })
  // Does not end a newer session or leave a sign-in screen.
  if (currentSession()?.sessionId !== sessionId) return
  const isSigningIn = currentLocation().path.startsWith('/pages/login/')
  await endSession()
  if (!isSigningIn) go(path, query, { replace: true })
}

whenDataIsDamaged(async (damage) => {
  await loadTexts(['core'])
  notify(say(damage === 'wallet' ? 'data.wallet_damaged' : 'data.damaged'), 'bad')
})

export const client = createClient({
  host: deviceEndpoints.current,
  leave: async (host) => navigator.onLine && deviceEndpoints.leave(host),
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
      const sessionId = currentSession()?.sessionId
      const query = whyEnded[failure.key]
      void sayIt(failure).then(() => leaveTo('/pages/login/index', { sessionId, query }))
    },
    goHome: (failure) => void sayIt(failure).then(() => leaveTo(home)),
    slow: countSlow,
  },
})

export const ready: Promise<void> = deviceEndpoints.load()
giveClient(client, ready)
