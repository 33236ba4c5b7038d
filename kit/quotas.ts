const mib = 1024 * 1024

/**
 * Bytes that may be kept in a calendar month, UTC, by what they are: of one wallet, of one conversation, of all wallets together, and of all
 * wallets younger than `youngDays` together, so that wallets made for it cannot use up everybody's share. The database counts and refuses too
 * (kit/schema/4-quotas.rules.sql).
 * Assumed: a person sends 50 pictures of half a megabyte and 200 pages of text a month at most.
 */
export const quotas = {
  /** Avatars and pictures of conversations. */
  picture: { wallet: 24 * mib, thread: 48 * mib, young: 2_048 * mib, all: 8_192 * mib },
  /** Pictures of wallets with an open dispute: uploads and the copies that are given as evidence. */
  evidence: { wallet: 48 * mib, thread: 96 * mib, young: 8_192 * mib, all: 8_192 * mib },
  /** Texts of conversations, each with `messageBytes` for its row. */
  message: { wallet: 2 * mib, thread: 4 * mib, young: 256 * mib, all: 1_024 * mib },
} as const
export type QuotaKind = keyof typeof quotas
export type QuotaScope = keyof (typeof quotas)[QuotaKind]

/** What a message takes beside its text. */
export const messageBytes = 256

export const youngDays = 7
/** What all wallets share is counted in so many parts, each of so much of it: few wait for each other. */
export const quotaParts = 16

/** How long a picture is kept that was uploaded and not sent, and how long one that was sent, or given as evidence, once its conversation or dispute is over. */
export const unsentPictureDays = 1
export const sentPictureDays = 180
export const evidenceDays = 365

export const megabytes = (bytes: number): string => String(Math.round(bytes / mib))
