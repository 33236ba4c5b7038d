import { CallFailure } from '#kit/wire/call-failure.ts'
import { changeWallet } from './change-wallets.ts'
import { readKey } from './device-keys.ts'
import { deviceWallets } from './session.ts'
import { updateKey } from './update-key.ts'
import { openWithPassword, sealWithPassword } from './vault.ts'

/**
 * The words of a wallet of this device, sealed with its password. While a change of the password is under way there are two seals, with
 * the old and with the new one: should the answer get lost, nobody here knows which password counts, and the words must open with both.
 */
const nextSeals = (walletId: string): string => `seal:${walletId}`
/** As many changes of the password may be under way, in as many tabs. */
const nextMost = 4

/** An app before this one kept one seal. */
const sealsIn = (kept: unknown): readonly string[] =>
  [kept].flat().filter((each): each is string => typeof each === 'string')

function unlessNetwork(cause: unknown): undefined {
  if (cause instanceof CallFailure) throw cause
}

/** Opens the words of a wallet. @returns undefined when the password is another, or the words are not on this device */
export async function openWords(walletId: string, password: string): Promise<string | undefined> {
  const kept = deviceWallets().find((wallet) => wallet.walletId === walletId)?.sealedPhrase
  const next = sealsIn(await readKey<unknown>(nextSeals(walletId)))
  for (const seal of new Set(kept ? [kept, ...next] : next)) {
    // One that is damaged hides none of the others.
    const words = await openWithPassword(seal, password).catch(unlessNetwork)
    if (words !== undefined) return words
  }
  return undefined
}

/** Seals the words with a password that is about to be set, beside the seals there are. @returns the seal */
export async function prepareSeal(walletId: string, words: string, password: string): Promise<string> {
  const seal = await sealWithPassword(words, password)
  await updateKey<unknown>(nextSeals(walletId), (kept) => [seal, ...sealsIn(kept)].slice(0, nextMost))
  return seal
}

/** The new password was set: its seal takes the old one's place. */
export const keepSeal = (walletId: string, seal: string): Promise<void> =>
  changeWallet(walletId, { sealedPhrase: seal })
