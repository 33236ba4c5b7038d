import { useSyncExternalStore } from 'react'
import type { SessionKey } from '#kit/wire/x-auth.ts'
import { readKey, sessionName } from './device-keys.ts'
import { readValue } from './device-values.ts'
import { loadDeviceWallets } from './device-wallets.ts'
import { chooseForTab, keptForTab, tabWallet } from './tab-wallet.ts'
import type { DeviceWallet } from './wallet-rows.ts'

export type { DeviceWallet } from './wallet-rows.ts'

/** Who is signed in, in this tab. */
export type Session = {
  readonly walletId: string
  readonly sessionId: string
  readonly userToken: string
  readonly key: SessionKey
}
type State = { readonly session: Session | undefined; readonly wallets: readonly DeviceWallet[] }

let state: State = { session: undefined, wallets: [] }
const listeners = new Set<() => void>()
function change(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}
/** Runs when another wallet, or none, is signed in. */
export const onSessionChange = (react: () => void): void => {
  let whose = state.session?.walletId
  listeners.add(() => {
    if (whose === state.session?.walletId) return
    whose = state.session?.walletId
    react()
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What a session signs with, by its wallet. */
export type KeptSession = { readonly sessionId: string; readonly key: SessionKey }
async function readSession(walletId: string): Promise<Session | undefined> {
  if (!walletId) return undefined
  const [kept, userToken] = await Promise.all([
    readKey<KeptSession>(sessionName(walletId)),
    readValue('userToken', walletId),
  ])
  return kept?.sessionId && kept.key && userToken ? { walletId, userToken, ...kept } : undefined
}

/** Reads session and wallets from the device. A new tab is about the wallet that was signed in to last, a tab loaded again about its own. */
export async function loadSession(): Promise<void> {
  const wallets = await loadDeviceWallets()
  const last = await readValue('walletId')
  const walletId = tabWallet() || ((await keptForTab()) ?? last ?? '')
  if (walletId) await chooseForTab(walletId)
  change({ session: await readSession(walletId), wallets })
}

export const currentSession = (): Session | undefined => state.session
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession, currentSession)

/** Nobody is signed in in this tab any more (end-session.ts). */
export const noSession = (): void => change({ session: undefined })

export const deviceWallets = (): readonly DeviceWallet[] => state.wallets
/** The wallets of this device, the last used first. */
export const useDeviceWallets = (): readonly DeviceWallet[] =>
  useSyncExternalStore(subscribe, deviceWallets, deviceWallets)
/** The wallet signed in, as this device knows it. */
export function useDeviceWallet(): DeviceWallet | undefined {
  const session = useSession()
  return useDeviceWallets().find((wallet) => wallet.walletId === session?.walletId)
}

/** Reads the wallets again, after a change (change-wallets.ts). */
export async function loadWallets(): Promise<void> {
  change({ wallets: await loadDeviceWallets() })
}
