import { updateKey } from '#ui/update-key.ts'

/**
 * Whether an operator signs with the key this wallet saw of them before. No name and no key is given twice (decision 30), so another key under
 * a known name is none of the house's, whoever hands it out. A name seen first is remembered with its key.
 */
export async function isKnownKey(walletId: string, operator: string, publicKey: string): Promise<boolean> {
  const known = await updateKey<Record<string, string>>(`staff:${walletId}`, (now) =>
    now?.[operator] === undefined ? { ...now, [operator]: publicKey } : now,
  )
  return known?.[operator] === publicKey
}
