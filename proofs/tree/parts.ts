import type { Kind, Own, Place } from './format.ts'

export type Part =
  | { readonly is: 'owed'; readonly kind: Kind }
  | { readonly is: 'own'; readonly own: Own }
  | { readonly is: 'booked'; readonly place: Place }
  | { readonly is: 'points' }

const owed = (kind: Kind): Part => ({ is: 'owed', kind })

/** `order.*` means every line, `market.*` every pair. */
const parts: Readonly<Record<string, Part>> = {
  'wallet.available': owed('available'),
  'wallet.held': owed('held'),
  'order.*.principal': owed('principal'),
  'order.*.promised': owed('promised'),
  'pool.*.free': owed('pool'),
  'pool.*.retired': owed('retired'),
  'market.*.reserve': owed('market'),
  'house.referral': owed('referral'),
  'house.suspense': owed('suspense'),
  'house.in_flight': owed('in_flight'),
  'house.capital': { is: 'own', own: 'capital' },
  'house.sales': { is: 'own', own: 'sales' },
  'house.fees': { is: 'own', own: 'fees' },
  'outside.network': { is: 'booked', place: 'network' },
  'outside.venue': { is: 'booked', place: 'venue' },
  issued: { is: 'points' },
}

/** @throws for an unassigned class, because a proof must not omit an account */
export function partOf(accountClass: string): Part {
  const name = accountClass.replace(/^(\w+)\.[^.]+\.(\w+)$/, '$1.*.$2')
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (!part) throw new Error(`proofs/tree/parts.ts does not say what accounts of ${accountClass} are to the proof`)
  return part
}
