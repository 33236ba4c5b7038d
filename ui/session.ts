import { useSyncExternalStore } from 'react'
import type { SessionKey } from '#kit/wire/x-auth.ts'
import { forgetViews, readKey, removeKey } from './device-keys.ts'
import { deviceStore, readKept } from './device-store.ts'

/** Who is signed in. */
export type Session = {
  readonly walletId: string
  readonly sessionId: string
  readonly userToken: string
  readonly key: SessionKey
}
/** A wallet this device knows. */
export type DeviceWallet = {
  readonly walletId: string
  /** What its holder calls it here; the nickname others see is on the server. */
  readonly name: string
  /** Reminds of the password; never leaves the device. */
  readonly hint: string
  /** Whether the words were re-entered. */
  readonly activated: boolean
  /** The words, sealed with the wallet password (vault.ts): the identity key is derived from them when it must sign. */
  readonly sealedPhrase: string
  /** Whether a passkey of this device confirms in this wallet, as far as the device knows. */
  readonly hasPasskey?: boolean
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

const areWallets = (value: unknown): value is DeviceWallet[] =>
  Array.isArray(value) && value.every((one) => typeof one?.walletId === 'string' && typeof one.name === 'string')

/** Reads session and wallets from the device. Once, before anything is drawn. */
export async function loadSession(): Promise<void> {
  const [userToken, walletId, list, kept] = await Promise.all([
    deviceStore.get('userToken'),
    deviceStore.get('walletId'),
    readKept('wallets', areWallets),
    readKey<{ sessionId: string; key: SessionKey }>('session'),
  ])
  const session = userToken && walletId && kept ? { userToken, walletId, ...kept } : undefined
  change({ session, wallets: list ?? [] })
}

export const currentSession = (): Session | undefined => state.session
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession, currentSession)

/** Forgets the session on this device. */
export async function endSession(): Promise<void> {
  await Promise.all([
    removeKey('session'),
    deviceStore.remove('userToken'),
    deviceStore.remove('walletToken'),
    deviceStore.remove('walletId'),
    // They were of that wallet.
    deviceStore.remove('googleBound'),
    deviceStore.remove('boundEmail'),
  ])
  change({ session: undefined })
  forgetViews()
}

export const deviceWallets = (): readonly DeviceWallet[] => state.wallets
/** The wallets of this device, the last used first. */
export const useDeviceWallets = (): readonly DeviceWallet[] =>
  useSyncExternalStore(subscribe, deviceWallets, deviceWallets)
/** The wallet signed in, as this device knows it. */
export function useDeviceWallet(): DeviceWallet | undefined {
  const session = useSession()
  return useDeviceWallets().find((wallet) => wallet.walletId === session?.walletId)
}

const keepWallets = async (wallets: readonly DeviceWallet[]): Promise<void> => {
  await deviceStore.set('wallets', JSON.stringify(wallets))
  change({ wallets })
}

/** Adds a wallet to this device or replaces what is known of it, and puts it first. */
export const keepWallet = (wallet: DeviceWallet): Promise<void> =>
  keepWallets([wallet, ...state.wallets.filter((other) => other.walletId !== wallet.walletId)])

export const changeWallet = (walletId: string, facts: Partial<DeviceWallet>): Promise<void> =>
  keepWallets(state.wallets.map((wallet) => (wallet.walletId === walletId ? { ...wallet, ...facts } : wallet)))

/** Forgets a wallet on this device. Its words are gone from here: ask first, and refuse before it is backed up. */
export const forgetWallet = (walletId: string): Promise<void> =>
  keepWallets(state.wallets.filter((wallet) => wallet.walletId !== walletId))
