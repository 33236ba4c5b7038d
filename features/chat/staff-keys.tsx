import { readKey, writeKey } from '#ui/device-keys.ts'

/**
 * Whether an operator signs with the key this wallet saw of them before. No name and no key is given twice (decision 30), so another key under
 * a known name is none of the house's, whoever hands it out. A name seen first is remembered with its key.
 */
export async function isKnownKey(walletId: string, operator: string, publicKey: string): Promise<boolean> {
  const name = `staff:${walletId}`
  const known = (await readKey<Record<string, string>>(name)) ?? {}
  if (known[operator] !== undefined) return known[operator] === publicKey
  await writeKey(name, { ...known, [operator]: publicKey })
  return true
}
