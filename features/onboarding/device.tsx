import { useEffect } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { currentBoot } from '#ui/boot.ts'
import { call } from '#ui/call.ts'
import { keepWallet } from '#ui/change-wallets.ts'
import { readKey, removeKey, writeKey } from '#ui/device-keys.ts'
import { askToKeepOnce } from '#ui/keep-storage.ts'
import { deviceId, startSession } from '#ui/start-session.ts'
import { readKeys, updateKey } from '#ui/update-key.ts'
import { fetchVault, sealWithPassword } from '#ui/vault.ts'
import type { Device, Pending } from './ways-in.ts'

/** One for each way in, for several tabs may be on their way. Before, a device kept one. */
const prefix = 'pending:'
const nameOf = ({ pair }: Pending): string => prefix + pair.publicText
const oldName = 'pending'

/** This browser, as the ways in need it. */
export const device: Device = {
  call,
  origin: location.origin,
  deviceId,
  seal: sealWithPassword,
  keepPending: (pending) => writeKey(nameOf(pending), pending),
  async dropPending(pending) {
    await removeKey(nameOf(pending))
    await updateKey<unknown>(oldName, (kept) => (isPending(kept) && kept.proof === pending.proof ? undefined : kept))
  },
  async enter(answer, pair, password, keepsake) {
    const { walletId, activated } = answer
    await keepWallet(walletId, (known) => {
      const isNew = keepsake && (keepsake.sealedPhrase || !known)
      const kept = isNew ? { ...keepsake, name: known?.name || keepsake.name } : known
      return kept && { ...kept, walletId, activated }
    })
    await startSession(answer, pair)
    // The words lie here alone until they are backed up.
    if (keepsake?.sealedPhrase && !activated) void askToKeepOnce().catch(() => {})
    // Nobody waits for it: a lock that comes before it only asks for a new sign-in.
    if (password && currentBoot().lock)
      import('#ui/lock.ts').then(({ sealForLock }) => sealForLock(password)).catch(() => undefined)
  },
}

const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' && value !== null && 'sealedPhrase' in value && 'proof' in value && 'pair' in value

/** The ways in that were asked for on this device and not answered. What cannot be read of them stays where it is. */
export async function pendingWaysIn(): Promise<readonly Pending[]> {
  const kept = [await readKey<unknown>(oldName), ...(await readKeys(prefix)).values()]
  return kept.filter(isPending)
}

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
