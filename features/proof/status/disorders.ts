export const disorders = [
  /** A chain reorganization removed blocks or deposits, or a chain cannot be read. */
  'network',
  'payments',
  'collecting',
  /** Hot wallets need a refill or reached their daily limit. */
  'refill',
  /** A chain has less or more than the ledger, or could not be compared. */
  'books_short',
  'books_over',
  'books_stale',
  /** A day has no proof, its proof differs from the ledger, or chains were not compared with it. */
  'unproven',
  'broken',
  'unread',
  /** Chains hold less of a coin than we owe. */
  'uncovered',
] as const
export type Disorder = (typeof disorders)[number]

/** By incident kind. Other kinds concern the chain itself. */
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

/** Open ones first, oldest first; then ended ones, latest first. */
export function inOrder<Each extends Spell>(spells: readonly Each[], most: number): Each[] {
  const open = spells.filter(({ until }) => until === null).sort((a, b) => a.since.getTime() - b.since.getTime())
  const over = spells.filter(({ until }) => until !== null).sort((a, b) => b.since.getTime() - a.since.getTime())
  return [...open, ...over].slice(0, most)
}
