import type { Clock } from '#kit/time/clock.ts'
import type { SignerJournal } from './journal/signer-journal.ts'
import type { SignerRules } from './signer-rules.ts'

export type SignerMind = {
  readonly journal: SignerJournal
  readonly rules: SignerRules
  /** Real time; the business clock is in the database. */
  readonly clock?: Clock
}
