import { type Coin, isCoin } from '#kit/assets.ts'
import type { WalletId } from '#kit/ids.ts'
import { tightCode } from '#kit/typed-text.ts'
import { parseWalletId } from './wallet-id.ts'

/** A wallet that asks to be paid, perhaps in a coin, perhaps an amount. Nothing moves before the payer confirms. */
export type PaymentRequest = {
  readonly to: WalletId
  readonly coin: Coin | undefined
  readonly amount: string | undefined
}
/** broken: it means to ask for a payment and cannot be relied on, so nothing of it is used. undefined: it asks for none. */
export type PaymentLink = PaymentRequest | 'broken' | undefined

/** An amount as a link names it: plain decimal text above zero, with two decimals at most and no zero before it. */
const isAmount = (text: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(text) && /[1-9]/.test(text)

/** Reads the parameters of a payment link. A link is anyone's text: one wrong part breaks all of it. */
export function readPaymentLink(query: Readonly<Record<string, string>>): PaymentLink {
  const { to = '', coin = '', amount = '' } = query
  if (!to && !amount) return undefined
  const id = parseWalletId(to)
  if (!id || (coin && !isCoin(coin)) || (amount && !(coin && isAmount(amount)))) return 'broken'
  return { to: id, coin: isCoin(coin) ? coin : undefined, amount: amount || undefined }
}

/** Reads the inviter of an invitation link. */
export const readInviter = (typed: string | undefined): WalletId | 'broken' | undefined =>
  typed ? (parseWalletId(typed) ?? 'broken') : undefined

/** Reads what was scanned or pasted: a wallet ID, a payment link, or an invitation, whose wallet can be paid as well. */
export function readPaymentText(typed: string): PaymentLink {
  const text = tightCode(typed)
  const bare = parseWalletId(text)
  if (bare) return { to: bare, coin: undefined, amount: undefined }
  const from = text.lastIndexOf('?')
  if (from < 0) return undefined
  const named = [...new URLSearchParams(text.slice(from + 1))]
  const query = Object.fromEntries(named)
  const inviter = readInviter(query.inviter)
  const known = named.filter(([name]) => ['to', 'coin', 'amount', 'inviter'].includes(name))
  // A parameter named twice would be read in two ways.
  if (known.length !== new Set(known.map(([name]) => name)).size) return 'broken'
  if (inviter && known.length === 1) return readPaymentLink({ to: query.inviter ?? '' })
  return readPaymentLink(query)
}

/** "Q57C…": the beginning of a wallet ID, for those who know it. Kept in its order where one reads from right to left (Unicode's isolate). */
export const maskWalletId = (id: string): string => `\u2066${id.slice(0, 4)}…\u2069`
