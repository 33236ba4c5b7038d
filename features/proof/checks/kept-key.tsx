import { readKept } from '#ui/draft/kept-json.ts'

const isAny = (_: unknown): _ is { readonly publicKey?: string } | null => true

export async function isOtherKey(publicKey: string): Promise<boolean> {
  const kept = [await readKept('ownProof', isAny), await readKept('logHead', isAny)]
  return kept.some((each) => each?.publicKey !== undefined && each.publicKey !== publicKey)
}
