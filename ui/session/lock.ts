import { minuteMs, wallClock } from '#kit/time/clock.ts'
import { forgetViews, readKey, removeKey, sessionName, writeKey } from '../device/device-keys.ts'
import { deviceStore, forgetTokens } from '../device/device-store.ts'
import { openWithPassword, sealWithPassword } from '../device/vault.ts'
import { changeBoot, currentBoot } from '../shell/boot.ts'
import { endSession } from './end-session.ts'
import { currentSession, type KeptSession, loadSession } from './session.ts'
import { tabWallet } from './tab-wallet.ts'
import { readKeys, updateKey } from './update-key.ts'

/**
 * Screen lock. While locked, the session token is encrypted with the wallet password, so a person with the device can neither read nor call
 * anything. Sessions that cannot be reopened are ended.
 */
type Seal = { readonly sessionId: string; readonly sealed: string; readonly wrong: number }
const sealName = (walletId: string): string => `lock:${walletId}`
/** Key used by earlier versions, which had one session. */
const oldSealName = 'lock'
const usedName = 'used'
/** Key of a second copy, so a damaged setting cannot disable the lock (boot.ts). */
const minutesName = 'lock-minutes'

/** Idle minutes before locking. 0: never. */
export const lockChoices = [1, 5, 15, 60, 0] as const
/** Maximum wrong passwords before the session ends. Afterwards the server counts attempts. */
const attemptsMost = 5
export const lockEvent = 'lock-now'

/** An unknown last use counts as expired. */
export const isOver = (usedAt: number | undefined, minutes: number, now: number): boolean =>
  minutes > 0 && now - (usedAt ?? 0) >= minutes * minuteMs

const now = (): number => wallClock.now().getTime()
export const noteUse = (): Promise<unknown> => writeKey(usedName, now())
export const isTime = async (): Promise<boolean> => isOver(await readKey<number>(usedName), currentBoot().lock, now())

/** Must run before a lock, because locking ends sessions without an encrypted token. */
export async function sealForLock(password: string): Promise<void> {
  const session = currentSession()
  if (!session || !currentBoot().lock) return
  const sealed = await sealWithPassword(session.userToken, password)
  await writeKey(sealName(session.walletId), { sessionId: session.sessionId, sealed, wrong: 0 } satisfies Seal)
}

export async function setLock(minutes: number, password: string): Promise<void> {
  await noteUse()
  changeBoot({ lock: minutes })
  await writeKey(minutesName, minutes)
  if (minutes > 0) await sealForLock(password)
  else await removeKey(sealName(tabWallet()))
}
export async function restoreLock(): Promise<void> {
  const minutes = await readKey<number>(minutesName)
  if (minutes) changeBoot({ lock: minutes })
}

export async function lockNow(): Promise<void> {
  await writeKey(usedName, 0)
  dispatchEvent(new Event(lockEvent))
}

async function sealOf(walletId: string): Promise<Seal | undefined> {
  const [own, old, kept] = await Promise.all([
    readKey<Seal>(sealName(walletId)),
    readKey<Seal>(oldSealName),
    readKey<KeptSession>(sessionName(walletId)),
  ])
  return [own, old].find((seal) => seal && seal.sessionId === kept?.sessionId)
}

/** Locks all wallets. @returns this tab's wallet, or undefined if its session was ended */
export async function hold(): Promise<string | undefined> {
  for (const walletId of (await readKeys(sessionName(''))).keys())
    if (!(await sealOf(walletId))) await removeKey(sessionName(walletId))
  forgetTokens()
  await loadSession()
  if (!(await lockedWallet())) await endSession()
  // Cached views decrypt without a password, so delete them.
  forgetViews()
  return lockedWallet()
}

export async function lockedWallet(): Promise<string | undefined> {
  const walletId = tabWallet()
  const [seal, token] = await Promise.all([sealOf(walletId), deviceStore.get('userToken', walletId)])
  return walletId && seal && token === undefined ? walletId : undefined
}

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
  // Counts from the stored value, because other tabs may also count attempts.
  const tried = await updateKey<Seal>(sealName(walletId), (now) => {
    const kept = now?.sessionId === seal?.sessionId ? now : seal
    return kept && { ...kept, wrong: kept.wrong + 1 }
  })
  const wrong = tried?.wrong ?? attemptsMost
  if (!tried || wrong >= attemptsMost) await endSession()
  return Math.max(0, attemptsMost - wrong)
}
