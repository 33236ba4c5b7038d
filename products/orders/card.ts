import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { lineOf } from '../registry.ts'
import type { CardLine } from '../terms/line.ts'
import type { Product } from '../terms/order.ts'

export type Card = { readonly hash: string; readonly lines: readonly CardLine[] }

/**
 * The hash covers the product, its terms version and all texts with values, so a purchase cannot use a different card than the accepted
 * one.
 */
export function cardOf(product: Product): Card {
  const lines = lineOf(product.line).card(product)
  const said = lines.map((line) => [line.text, line.params])
  return { hash: bytesToHex(sha256(utf8ToBytes(JSON.stringify([product.id, product.termsVersion, said])))), lines }
}

export const showCard = ({ hash, lines }: Card) => ({
  hash,
  lines: lines.map((line) => ({ ...line, params: { ...line.params } })),
})
