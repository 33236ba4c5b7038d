import { type Coin, isCoin } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { tightCode } from '#kit/text/typed-text.ts'
import { parseWalletId } from './wallet-id.ts'

/** A transfer starts only after the payer confirms. */
export type PaymentRequest = {
  readonly to: WalletId
  readonly coin: Coin | undefined
  readonly amount: string | undefined
}
/** broken: a payment link with an invalid part, ignored completely. undefined: not a payment link. */
export type PaymentLink = PaymentRequest | 'broken' | undefined

/** Above zero, at most two decimals, no leading zero. */
const isAmount = (text: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(text) && /[1-9]/.test(text)

/** Links are untrusted: one invalid part invalidates the link. */
export function readPaymentLink(query: Readonly<Record<string, string>>): PaymentLink {
  const { to = '', coin = '', amount = '' } = query
  if (!to && !amount) return undefined
  const id = parseWalletId(to)
  if (!id || (coin && !isCoin(coin)) || (amount && !(coin && isAmount(amount)))) return 'broken'
  return { to: id, coin: isCoin(coin) ? coin : undefined, amount: amount || undefined }
}

export const readInviter = (typed: string | undefined): WalletId | 'broken' | undefined =>
  typed ? (parseWalletId(typed) ?? 'broken') : undefined

/** Accepts a wallet ID, a payment link, or an invitation (pays the inviter). */
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
  // A repeated parameter is ambiguous.
  if (known.length !== new Set(known.map(([name]) => name)).size) return 'broken'
  if (inviter && known.length === 1) return readPaymentLink({ to: query.inviter ?? '' })
  return readPaymentLink(query)
}

/** "Q57C…", in a Unicode isolate to keep its order in right-to-left text. */
export const maskWalletId = (id: string): string => `\u2066${id.slice(0, 4)}…\u2069`
