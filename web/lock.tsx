import type { Root } from 'react-dom/client'
import { LockedScreen } from '#features/security/LockedScreen.tsx'
import { wallClock } from '#kit/time/clock.ts'
import { storageKeys } from '#kit/wire/storage-keys.ts'
import { deviceStore } from '#ui/device/device-store.ts'
import { hold, isTime, lockEvent, lockedWallet, noteUse } from '#ui/session/lock.ts'
import { currentSession, loadSession } from '#ui/session/session.ts'
import { loadTexts } from '#ui/text/texts.ts'

/** Poll interval, and minimum interval for storing activity. */
const everyMs = 5_000
let state: { watching: boolean; locked: boolean; notedAt: number } = { watching: false, locked: false, notedAt: 0 }

/**
 * Locks after inactivity across all tabs, including time while closed. Then clears the page and makes the session inaccessible. @param draw
 * renders the app again @returns whether it is locked
 */
export async function watchLock(root: Root, draw: () => Promise<void>): Promise<boolean> {
  if (state.watching) return state.locked
  state = { ...state, watching: true }

  const show = async (walletId: string) => {
    await loadTexts(['core', 'my', 'errors'])
    root.render(<LockedScreen walletId={walletId} onDone={() => void open()} />)
  }
  const open = async () => {
    await loadSession()
    await noteUse()
    state.locked = false
    await draw()
  }
  const lock = async () => {
    if (state.locked) return
    state.locked = true
    root.render(null)
    await showHeld(await hold())
  }
  const showHeld = async (walletId: string | undefined) => {
    if (walletId) await show(walletId)
    else await open()
  }
  const look = async () => {
    if (!state.locked && currentSession() && (await isTime())) await lock()
  }
  const touched = async () => {
    const at = wallClock.now().getTime()
    if (state.locked || at - state.notedAt < everyMs) return
    state.notedAt = at
    await look()
    if (!state.locked) await noteUse()
  }
  const follow = async ({ key }: StorageEvent) => {
    if (key !== storageKeys.userToken) return
    const isOpen = (await deviceStore.get('userToken')) !== undefined
    if (isOpen && state.locked) return open()
    const walletId = await lockedWallet()
    if (state.locked || !walletId) return
    state.locked = true
    root.render(null)
    await loadSession()
    await show(walletId)
  }
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
    addEventListener(event, () => void touched(), { capture: true, passive: true })
  for (const event of ['focus', 'pageshow', lockEvent]) addEventListener(event, () => void look())
  document.addEventListener('visibilitychange', () => void look())
  addEventListener('storage', (event) => void follow(event))
  setInterval(() => void look(), everyMs)

  const before = await lockedWallet()
  if (before) {
    state.locked = true
    await show(before)
  } else await look()
  if (!state.locked) await noteUse()
  return state.locked
}
