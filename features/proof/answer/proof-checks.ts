import type { Check, CheckState } from './checks.ts'
import type { NetworkReading, ReservesFound } from './reserves-found.ts'

/** out: not signed in · none: no coins at the end of the day. */
export type OwnPart =
  | { readonly is: 'out' | 'none' | Exclude<CheckState, 'right'> }
  | { readonly is: 'right'; readonly amounts: readonly { readonly coin: string; readonly amount: string }[] }

const ofNetwork: Readonly<Record<NetworkReading['is'], CheckState>> = {
  waiting: 'waiting',
  read: 'right',
  now: 'right',
  less: 'open',
  said: 'open',
  wrong: 'wrong',
}

const stateOf = (is: 'checking' | 'unchecked' | 'right' | 'wrong'): CheckState =>
  is === 'checking' ? 'waiting' : is === 'unchecked' ? 'open' : is

/** In display order. Omits networks without a reachable node, because they are only reported. */
export function proofChecks(
  owed: 'checking' | 'unchecked' | 'right' | 'wrong',
  own: OwnPart,
  reserves: ReservesFound | 'waiting' | undefined,
): Check[] {
  const mine: Check[] = own.is === 'out' || own.is === 'none' ? [] : [{ name: 'mine', state: own.is }]
  const first: Check[] = [{ name: 'owed', state: stateOf(owed) }, ...mine]
  if (reserves === undefined) return first
  if (reserves === 'waiting') return [...first, { name: 'held', state: 'waiting' }]
  const networks = [...reserves.networks].flatMap(([chain, reading]): Check[] =>
    reading.is === 'said' && reading.why === 'node' ? [] : [{ name: `network ${chain}`, state: ofNetwork[reading.is] }],
  )
  return [...first, { name: 'held', state: reserves.sums.is }, ...networks]
}

export const onlyReported = (reserves: ReservesFound | 'waiting' | undefined): string[] =>
  reserves === undefined || reserves === 'waiting'
    ? []
    : [...reserves.networks].flatMap(([chain, { is }]) => (is === 'said' ? [chain] : []))
