import { useSyncExternalStore } from 'react'
import type { SessionKey } from '#kit/wire/signing/x-auth.ts'
import { readKey, sessionName } from '../device/device-keys.ts'
import { readValue } from '../device/device-values.ts'
import { loadDeviceWallets } from '../device/device-wallets.ts'
import type { DeviceWallet } from '../device/wallet-rows.ts'
import { chooseForTab, keptForTab, tabWallet } from './tab-wallet.ts'

export type { DeviceWallet } from '../device/wallet-rows.ts'

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
/** Calls `react` when the signed-in wallet changes or signs out. */
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

export type KeptSession = { readonly sessionId: string; readonly key: SessionKey }
async function readSession(walletId: string): Promise<Session | undefined> {
  if (!walletId) return undefined
  const [kept, userToken] = await Promise.all([
    readKey<KeptSession>(sessionName(walletId)),
    readValue('userToken', walletId),
  ])
  return kept?.sessionId && kept.key && userToken ? { walletId, userToken, ...kept } : undefined
}

/** A new tab opens the last used wallet. A reloaded tab keeps its wallet. */
export async function loadSession(): Promise<void> {
  const [wallets, last, kept] = await Promise.all([loadDeviceWallets(), readValue('walletId'), keptForTab()])
  const walletId = tabWallet() || (kept ?? last ?? '')
  const [session] = await Promise.all([readSession(walletId), walletId && chooseForTab(walletId)])
  change({ session, wallets })
}

export const currentSession = (): Session | undefined => state.session
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession, currentSession)

export const noSession = (): void => change({ session: undefined })

export const deviceWallets = (): readonly DeviceWallet[] => state.wallets
/** Most recently used first. */
export const useDeviceWallets = (): readonly DeviceWallet[] =>
  useSyncExternalStore(subscribe, deviceWallets, deviceWallets)
export function useDeviceWallet(): DeviceWallet | undefined {
  const session = useSession()
  return useDeviceWallets().find((wallet) => wallet.walletId === session?.walletId)
}

export async function loadWallets(): Promise<void> {
  change({ wallets: await loadDeviceWallets() })
}
