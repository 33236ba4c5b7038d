import { readKey, writeKey } from './device-keys.ts'
import { changeWallet, deviceWallets } from './session.ts'
import { openWithPassword, sealWithPassword } from './vault.ts'

/**
 * The words of a wallet of this device, sealed with its password. While a change of the password is under way there are two seals, with
 * the old and with the new one: should the answer get lost, nobody here knows which password counts, and the words must open with both.
 */
const nextSeal = (walletId: string): string => `seal:${walletId}`

/** Opens the words of a wallet. @returns undefined when the password is another, or the words are not on this device */
export async function openWords(walletId: string, password: string): Promise<string | undefined> {
  const kept = deviceWallets().find((wallet) => wallet.walletId === walletId)?.sealedPhrase
  const words = kept ? await openWithPassword(kept, password) : undefined
  if (words !== undefined) return words
  const next = await readKey<string>(nextSeal(walletId))
  return next ? openWithPassword(next, password) : undefined
}

/** Seals the words with a password that is about to be set, beside the seal there is. */
export const prepareSeal = async (walletId: string, words: string, password: string): Promise<unknown> =>
  writeKey(nextSeal(walletId), await sealWithPassword(words, password))

/** The new password was set: its seal takes the old one's place. */
export async function keepSeal(walletId: string): Promise<void> {
  const next = await readKey<string>(nextSeal(walletId))
  if (next) await changeWallet(walletId, { sealedPhrase: next })
}
