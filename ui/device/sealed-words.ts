import { CallFailure } from '#kit/wire/call-failure.ts'
import { changeWallet } from '../session/change-wallets.ts'
import { deviceWallets } from '../session/session.ts'
import { updateKey } from '../session/update-key.ts'
import { readKey } from './device-keys.ts'
import { openWithPassword, sealWithPassword } from './vault.ts'

/**
 * Recovery phrase encrypted with the password. A password change keeps copies under the old and new password, because either may be valid
 * after a lost response.
 */
const nextSeals = (walletId: string): string => `seal:${walletId}`
/** Maximum concurrent password changes across tabs. */
const nextMost = 4

/** Copies in a stored value. Earlier versions stored one encrypted copy. */
const sealsIn = (kept: unknown): readonly string[] =>
  [kept].flat().filter((each): each is string => typeof each === 'string')

function unlessNetwork(cause: unknown): undefined {
  if (cause instanceof CallFailure) throw cause
}

/** @returns undefined if the password is wrong or the phrase is not on this device */
export async function openWords(walletId: string, password: string): Promise<string | undefined> {
  const kept = deviceWallets().find((wallet) => wallet.walletId === walletId)?.sealedPhrase
  const next = sealsIn(await readKey<unknown>(nextSeals(walletId)))
  for (const seal of new Set(kept ? [kept, ...next] : next)) {
    // Skips damaged copies.
    const words = await openWithPassword(seal, password).catch(unlessNetwork)
    if (words !== undefined) return words
  }
  return undefined
}

/** In memory only, by wallet. */
const typed = new Map<string, string>()
export const rememberTyped = (walletId: string, words: string): unknown => typed.set(walletId, words)

/** @param password proven for this wallet */
export async function keepTyped(walletId: string, password: string): Promise<string | undefined> {
  const words = typed.get(walletId)
  if (words === undefined) return undefined
  await keepSeal(walletId, await prepareSeal(walletId, words, password))
  typed.delete(walletId)
  return words
}

/** Adds a copy encrypted with the new password without removing others. @returns the copy */
export async function prepareSeal(walletId: string, words: string, password: string): Promise<string> {
  const seal = await sealWithPassword(words, password)
  await updateKey<unknown>(nextSeals(walletId), (kept) => [seal, ...sealsIn(kept)].slice(0, nextMost))
  return seal
}

/** After a successful password change, keeps only the new encrypted copy. */
export const keepSeal = (walletId: string, seal: string): Promise<void> =>
  changeWallet(walletId, { sealedPhrase: seal })
