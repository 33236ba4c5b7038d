import type { Clock } from '#kit/clock.ts'
import type { SignerJournal } from './signer-journal.ts'
import type { SignerRules } from './signer-rules.ts'

/** Everything on which a signer decides, besides its keys. */
export type SignerMind = {
  readonly journal: SignerJournal
  readonly rules: SignerRules
  /** The signer's own clock, with the real time. The business clock is in the database. */
  readonly clock?: Clock
}
