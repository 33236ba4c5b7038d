import { costOf } from '#identity/stops.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Spent } from '../base/verb.ts'

export const spending = {
  spends: true,
  mayTighten:
    'it protects at once; what one operator may take from a holder within seven days counts as 72 hours at most',
} as const

export const spentAtOnce = (id: WalletId, kind: 'sessions' | 'address' | 'mailbox'): Spent => ({
  stopped: { subject: `wallet:${id}`, kind },
  closingAt: (from) => costOf(kind, from),
})
