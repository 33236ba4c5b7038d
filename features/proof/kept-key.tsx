import { readKept } from '#ui/kept-json.ts'

/** Whatever was kept: those who keep it say what it has to be. */
const isAny = (_: unknown): _ is { readonly publicKey?: string } | null => true

/** Whether this device knows the house by another key: from a proof or a log that it checked before. */
export async function isOtherKey(publicKey: string): Promise<boolean> {
  const kept = [await readKept('ownProof', isAny), await readKept('logHead', isAny)]
  return kept.some((each) => each?.publicKey !== undefined && each.publicKey !== publicKey)
}
