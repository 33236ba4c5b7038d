import { updateKey } from '#ui/session/update-key.ts'

/** An operator's name and key are never reused (decision 30), so another key for a known name is fake. */
export async function isKnownKey(walletId: string, operator: string, publicKey: string): Promise<boolean> {
  const known = await updateKey<Record<string, string>>(`staff:${walletId}`, (now) =>
    now?.[operator] === undefined ? { ...now, [operator]: publicKey } : now,
  )
  return known?.[operator] === publicKey
}
