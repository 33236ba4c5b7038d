import { minuteMs, wallClock } from '#kit/clock.ts'
import { changeBoot, currentBoot } from './boot.ts'
import { forgetViews, readKey, removeKey, writeKey } from './device-keys.ts'
import { deviceStore } from './device-store.ts'
import { currentSession, endSession, loadSession } from './session.ts'
import { openWithPassword, sealWithPassword } from './vault.ts'

/**
 * The screen lock of this device. While it is locked, the token of the session lies here only under the wallet password: whoever holds
 * the device reads nothing and asks for nothing, and a session that nothing can open again is ended.
 */
type Seal = { readonly sessionId: string; readonly sealed: string; readonly wrong: number }
const sealName = 'lock'
const usedName = 'used'

/** Minutes without a touch after which it locks; 0 is never. */
export const lockChoices = [1, 5, 15, 60, 0] as const
/** So many wrong passwords in a row end the session: from there on the server counts them. */
const triesMost = 5
/** Asks whoever watches to look whether it is time. */
export const lockEvent = 'lock-now'

/** Whether nobody touched the app for too long. What nobody noted was long ago. */
export const isOver = (usedAt: number | undefined, minutes: number, now: number): boolean =>
  minutes > 0 && now - (usedAt ?? 0) >= minutes * minuteMs

const now = (): number => wallClock.now().getTime()
export const noteUse = (): Promise<unknown> => writeKey(usedName, now())
export const isTime = async (): Promise<boolean> => isOver(await readKey<number>(usedName), currentBoot().lock, now())

/** Seals the session of now, so that it can be opened again after a lock. Without it a lock ends the session. */
export async function sealForLock(password: string): Promise<void> {
  const session = currentSession()
  if (!session || !currentBoot().lock) return
  const sealed = await sealWithPassword(session.userToken, password)
  await writeKey(sealName, { sessionId: session.sessionId, sealed, wrong: 0 } satisfies Seal)
}

/** Chooses when this device locks. @param password the wallet's, proved before */
export async function setLock(minutes: number, password: string): Promise<void> {
  await noteUse()
  changeBoot({ lock: minutes })
  if (minutes > 0) await sealForLock(password)
  else await removeKey(sealName)
}

export async function lockNow(): Promise<void> {
  await writeKey(usedName, 0)
  dispatchEvent(new Event(lockEvent))
}

/** The seal of the session kept here, if it is of that one. */
async function ownSeal(): Promise<Seal | undefined> {
  const [seal, kept] = await Promise.all([readKey<Seal>(sealName), readKey<{ sessionId: string }>('session')])
  return seal && seal.sessionId === kept?.sessionId ? seal : undefined
}

/** Locks. @returns the wallet that is locked, or undefined where the session had to be ended */
export async function hold(): Promise<string | undefined> {
  const seal = await ownSeal()
  if (seal) {
    await Promise.all([deviceStore.remove('userToken'), deviceStore.remove('walletToken')])
    await loadSession()
    // What the screens showed last: the device's own key opens it, without a password.
    forgetViews()
  } else await endSession()
  return lockedWallet()
}

/** The wallet whose session lies here locked. */
export async function lockedWallet(): Promise<string | undefined> {
  const [seal, token] = await Promise.all([ownSeal(), deviceStore.get('userToken')])
  return seal && token === undefined ? deviceStore.get('walletId') : undefined
}

/** Tries a password. @returns how many tries are left when it is wrong; with none left the session was ended */
export async function unlock(password: string): Promise<'open' | number> {
  const seal = await ownSeal()
  const token = seal && (await openWithPassword(seal.sealed, password))
  if (seal && token !== undefined) {
    await writeKey(sealName, { ...seal, wrong: 0 } satisfies Seal)
    await noteUse()
    await deviceStore.set('userToken', token)
    return 'open'
  }
  const wrong = (seal?.wrong ?? triesMost) + 1
  if (seal && wrong < triesMost) await writeKey(sealName, { ...seal, wrong } satisfies Seal)
  else await endSession()
  return Math.max(0, triesMost - wrong)
}
