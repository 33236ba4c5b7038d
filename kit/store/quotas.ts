const mib = 1024 * 1024

/**
 * Bytes per month (UTC): per wallet, per conversation, for all wallets, and for all younger than `youngDays`, so mass-created ones cannot
 * use up the shared quota. Also enforced in kit/schema/4-quotas.rules.sql. Assumed: a person sends at most 50 pictures of half a megabyte
 * and 200 pages of text per month.
 */
export const quotas = {
  picture: { wallet: 24 * mib, thread: 48 * mib, young: 2_048 * mib, all: 8_192 * mib },
  evidence: { wallet: 48 * mib, thread: 96 * mib, young: 8_192 * mib, all: 8_192 * mib },
  message: { wallet: 2 * mib, thread: 4 * mib, young: 256 * mib, all: 1_024 * mib },
} as const
export type QuotaKind = keyof typeof quotas
export type QuotaScope = keyof (typeof quotas)[QuotaKind]

export const messageBytes = 256

export const youngDays = 7
/** Shared counters are split into this many parts to reduce lock contention. */
export const quotaParts = 16

/** Retention in days: unsent pictures, and sent or evidence pictures after the conversation or dispute ends. */
export const unsentPictureDays = 1
export const sentPictureDays = 180
export const evidenceDays = 365

export const megabytes = (bytes: number): string => String(Math.round(bytes / mib))
