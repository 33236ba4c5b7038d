/** What can be out of order, as everybody is told it. */
export const disorders = [
  /** A chain took blocks or deposits back, or cannot be followed. */
  'network',
  /** A payment is not as it should be. */
  'payments',
  /** Coins on deposit addresses could not be brought together. */
  'collecting',
  /** What withdrawals are paid from has to be refilled, or has paid as much as it may in a day. */
  'refill',
  /** A chain has less, or more, than the books say, or could not be compared with them. */
  'books_short',
  'books_over',
  'books_stale',
  /** A day is not proven, its proof is not what the books say, or chains were not compared with it. */
  'unproven',
  'broken',
  'unread',
  /** There is less of a coin on chains than is owed. */
  'uncovered',
] as const
export type Disorder = (typeof disorders)[number]

/** Of incidents on chains: what everybody is told of each kind. A kind that is not here is of the chain itself. */
const ofChains: Readonly<Record<string, Disorder>> = {
  nonce_taken: 'payments',
  nonce_ahead: 'payments',
  signer_refused: 'payments',
  signer_memory: 'payments',
  signer_full: 'payments',
  silent_transfer: 'payments',
  payment_gone: 'payments',
  payment_stuck: 'payments',
  word_unsigned: 'payments',
  gas_low: 'collecting',
  sweep_failed: 'collecting',
  hot_low: 'refill',
  cap_full: 'refill',
  books_short: 'books_short',
  books_over: 'books_over',
  books_stale: 'books_stale',
}
export const disorderOf = (kind: string): Disorder => ofChains[kind] ?? 'network'

export type Spell = { readonly since: Date; readonly until: Date | null }

/** What is open first, the longest before the others; then what is over, the latest first. */
export function inOrder<Each extends Spell>(spells: readonly Each[], most: number): Each[] {
  const open = spells.filter(({ until }) => until === null).sort((a, b) => a.since.getTime() - b.since.getTime())
  const over = spells.filter(({ until }) => until !== null).sort((a, b) => b.since.getTime() - a.since.getTime())
  return [...open, ...over].slice(0, most)
}
