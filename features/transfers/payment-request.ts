import { linkedWalletId, parseWalletId } from '#identity/wallet-id.ts'
import { type Coin, isCoin } from '#kit/assets.ts'
import type { WalletId } from '#kit/ids.ts'
import { tightCode } from '#kit/typed-text.ts'

/** What somebody asks for: to be paid, perhaps in a coin, perhaps an amount. Nothing of it moves before the payer confirms. */
export type PaymentRequest = {
  readonly to: WalletId
  readonly coin: Coin | undefined
  readonly amount: string | undefined
}

/** An amount as a request names it: what a person could type (spec point 5), above nothing. */
export const isAmountText = (text: string): boolean => /^\d{1,12}(?:\.\d{1,2})?$/.test(text) && /[1-9]/.test(text)

/**
 * Reads what was scanned or opened: a bare wallet ID, a request, or a link to an ID, such as an invitation. Whose link it is does not
 * matter: only the ID is taken from it, and the payer sees whom it belongs to.
 * @returns undefined when it names no wallet
 */
export function readRequest(text: string): PaymentRequest | undefined {
  const bare = parseWalletId(text)
  if (bare) return { to: bare, coin: undefined, amount: undefined }
  const to = linkedWalletId(text)
  if (!to) return undefined
  const plain = tightCode(text)
  const query = new URLSearchParams(plain.slice(plain.indexOf('?') + 1))
  const [coin = '', amount = ''] = [query.get('coin') ?? '', query.get('amount') ?? '']
  // An amount of a coin that we do not know is none of another coin.
  if (coin !== '' && !isCoin(coin)) return { to, coin: undefined, amount: undefined }
  return { to, coin: isCoin(coin) ? coin : undefined, amount: isAmountText(amount) ? amount : undefined }
}
