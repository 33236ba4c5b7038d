import { useEffect } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { call } from '#ui/call/call.ts'
import { readKey, removeKey, writeKey } from '#ui/device/device-keys.ts'
import { askToKeepOnce } from '#ui/device/keep-storage.ts'
import { fetchVault, sealWithPassword } from '#ui/device/vault.ts'
import { keepWallet } from '#ui/session/change-wallets.ts'
import { deviceId, startSession } from '#ui/session/start-session.ts'
import { readKeys, updateKey } from '#ui/session/update-key.ts'
import { currentBoot } from '#ui/shell/boot.ts'
import type { Device, Pending } from './sign-in/entry.ts'

/** Each attempt has its own key, because several tabs may run. Older versions kept one attempt. */
const prefix = 'pending:'
const nameOf = ({ pair }: Pending): string => prefix + pair.publicText
const oldName = 'pending'

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
    // The recovery phrase exists only on this device until its backup.
    if (keepsake?.sealedPhrase && !activated) void askToKeepOnce().catch(() => {})
    // Not awaited. If the app locks before it finishes, a new sign-in is required.
    if (password && currentBoot().lock)
      import('#ui/session/lock.ts').then(({ sealForLock }) => sealForLock(password)).catch(() => undefined)
  },
}

const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' && value !== null && 'sealedPhrase' in value && 'proof' in value && 'pair' in value

/** Unanswered requests of this device. Unreadable entries are kept. */
export async function pendingEntries(): Promise<readonly Pending[]> {
  const kept = [await readKey<unknown>(oldName), ...(await readKeys(prefix)).values()]
  return kept.filter(isPending)
}

/** A separate chunk with the cryptography. @throws CallFailure if it cannot be fetched */
export const fetchEntry = (): Promise<typeof import('./sign-in/entry.ts')> =>
  import('./sign-in/entry.ts').catch(() => {
    throw new CallFailure('network', 'network')
  })

/** Preloads the code while the user types, so the last step cannot fail for a missing chunk. */
export function useEntryReady(): void {
  useEffect(() => {
    Promise.all([fetchEntry(), fetchVault()]).catch(() => {
      // Retried on use, where the failure is reported.
    })
  }, [])
}

/** @throws CallFailure if it cannot be fetched */
export const fetchIdentityKey = (): Promise<typeof import('#identity/sessions/identity-key.ts')> =>
  import('#identity/sessions/identity-key.ts').catch(() => {
    throw new CallFailure('network', 'network')
  })
