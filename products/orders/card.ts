import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { lineOf } from '../registry.ts'
import type { CardLine } from '../terms/line.ts'
import type { Product } from '../terms/order.ts'

export type Card = { readonly hash: string; readonly lines: readonly CardLine[] }

/**
 * A product's card. Its hash is the acknowledgement a purchase carries: it covers the product, the version of its terms and every
 * text with its values, so nobody accepts one card and buys under another.
 */
export function cardOf(product: Product): Card {
  const lines = lineOf(product.line).card(product)
  const said = lines.map((line) => [line.text, line.params])
  return { hash: bytesToHex(sha256(utf8ToBytes(JSON.stringify([product.id, product.termsVersion, said])))), lines }
}

/** A card as the wire carries it. */
export const showCard = ({ hash, lines }: Card) => ({
  hash,
  lines: lines.map((line) => ({ ...line, params: { ...line.params } })),
})
