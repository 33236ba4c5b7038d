import { minuteMs, wallClock } from '#kit/clock.ts'
import { changeBoot, currentBoot } from './boot.ts'
import { forgetViews, readKey, removeKey, sessionName, writeKey } from './device-keys.ts'
import { deviceStore, forgetTokens } from './device-store.ts'
import { endSession } from './end-session.ts'
import { currentSession, type KeptSession, loadSession } from './session.ts'
import { tabWallet } from './tab-wallet.ts'
import { readKeys, updateKey } from './update-key.ts'
import { openWithPassword, sealWithPassword } from './vault.ts'

/**
 * The screen lock of this device. While it is locked, the token of the session lies here only under the wallet password: whoever holds
 * the device reads nothing and asks for nothing, and a session that nothing can open again is ended.
 */
type Seal = { readonly sessionId: string; readonly sealed: string; readonly wrong: number }
const sealName = (walletId: string): string => `lock:${walletId}`
/** What it was kept under while a device knew one session. */
const oldSealName = 'lock'
const usedName = 'used'
/** The choice once more: a damaged setting may not take a lock away (boot.ts). */
const minutesName = 'lock-minutes'

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
  await writeKey(sealName(session.walletId), { sessionId: session.sessionId, sealed, wrong: 0 } satisfies Seal)
}

/** Chooses when this device locks. @param password the wallet's, proved before */
export async function setLock(minutes: number, password: string): Promise<void> {
  await noteUse()
  changeBoot({ lock: minutes })
  await writeKey(minutesName, minutes)
  if (minutes > 0) await sealForLock(password)
  else await removeKey(sealName(tabWallet()))
}
/** Takes up the choice again where the setting that says it was damaged. */
export async function restoreLock(): Promise<void> {
  const minutes = await readKey<number>(minutesName)
  if (minutes) changeBoot({ lock: minutes })
}

export async function lockNow(): Promise<void> {
  await writeKey(usedName, 0)
  dispatchEvent(new Event(lockEvent))
}

/** The seal of a wallet's session, if it is of the one kept here. */
async function sealOf(walletId: string): Promise<Seal | undefined> {
  const [own, old, kept] = await Promise.all([
    readKey<Seal>(sealName(walletId)),
    readKey<Seal>(oldSealName),
    readKey<KeptSession>(sessionName(walletId)),
  ])
  return [own, old].find((seal) => seal && seal.sessionId === kept?.sessionId)
}

/** Locks every wallet of this device. @returns the wallet of this tab, or undefined where its session had to be ended */
export async function hold(): Promise<string | undefined> {
  for (const walletId of (await readKeys(sessionName(''))).keys())
    if (!(await sealOf(walletId))) await removeKey(sessionName(walletId))
  forgetTokens()
  await loadSession()
  if (!(await lockedWallet())) await endSession()
  // What the screens showed last: the device's own key opens it, without a password.
  forgetViews()
  return lockedWallet()
}

/** The wallet of this tab, where its session lies here locked. */
export async function lockedWallet(): Promise<string | undefined> {
  const walletId = tabWallet()
  const [seal, token] = await Promise.all([sealOf(walletId), deviceStore.get('userToken', walletId)])
  return walletId && seal && token === undefined ? walletId : undefined
}

/** Tries a password. @returns how many tries are left when it is wrong; with none left the session was ended */
export async function unlock(password: string): Promise<'open' | number> {
  const walletId = tabWallet()
  const seal = await sealOf(walletId)
  const token = seal && (await openWithPassword(seal.sealed, password))
  if (seal && token !== undefined) {
    await writeKey(sealName(walletId), { ...seal, wrong: 0 } satisfies Seal)
    await noteUse()
    await deviceStore.set('userToken', token, walletId)
    return 'open'
  }
  // Counted from what is kept now: another tab may have tried as well.
  const tried = await updateKey<Seal>(sealName(walletId), (now) => {
    const kept = now?.sessionId === seal?.sessionId ? now : seal
    return kept && { ...kept, wrong: kept.wrong + 1 }
  })
  const wrong = tried?.wrong ?? triesMost
  if (!tried || wrong >= triesMost) await endSession()
  return Math.max(0, triesMost - wrong)
}
