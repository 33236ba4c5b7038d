import { useEffect } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { currentBoot } from '#ui/boot.ts'
import { call } from '#ui/call.ts'
import { readKey, removeKey, writeKey } from '#ui/device-keys.ts'
import { deviceWallets, keepWallet } from '#ui/session.ts'
import { deviceId, startSession } from '#ui/start-session.ts'
import { fetchVault, sealWithPassword } from '#ui/vault.ts'
import type { Device, Pending } from './ways-in.ts'

const pendingKey = 'pending'

/** This browser, as the ways in need it. */
export const device: Device = {
  call,
  origin: location.origin,
  deviceId,
  seal: sealWithPassword,
  keepPending: (pending) => writeKey(pendingKey, pending),
  dropPending: () => removeKey(pendingKey),
  async enter(answer, pair, password, keepsake) {
    const { walletId, activated } = answer
    const known = deviceWallets().find((wallet) => wallet.walletId === walletId)
    const isNew = keepsake && (keepsake.sealedPhrase || !known)
    const kept = isNew ? { ...keepsake, name: known?.name || keepsake.name } : known
    if (kept) await keepWallet({ ...kept, walletId, activated })
    await startSession(answer, pair)
    // Nobody waits for it: a lock that comes before it only asks for a new sign-in.
    if (password && currentBoot().lock)
      import('#ui/lock.ts').then(({ sealForLock }) => sealForLock(password)).catch(() => undefined)
  },
}

/** A way in that was asked for on this device and not answered. */
export const pendingWayIn = (): Promise<Pending | undefined> => readKey<Pending>(pendingKey)

/** Fetches the ways in, and with them the cryptography: in a chunk of their own, when somebody sets out. @throws CallFailure when it cannot be fetched */
export const fetchWaysIn = (): Promise<typeof import('./ways-in.ts')> =>
  import('./ways-in.ts').catch(() => {
    throw new CallFailure('network', 'network')
  })

/** Fetches all a way in will need while a person still reads and types: its last step is no place to find a piece missing. */
export function useWaysInReady(): void {
  useEffect(() => {
    Promise.all([fetchWaysIn(), fetchVault()]).catch(() => {
      // Fetched again when it is needed; what is missing then is said there.
    })
  }, [])
}

/** Fetches what makes and checks phrases. @throws CallFailure when it cannot be fetched */
export const fetchIdentityKey = (): Promise<typeof import('#identity/identity-key.ts')> =>
  import('#identity/identity-key.ts').catch(() => {
    throw new CallFailure('network', 'network')
  })
