import { minuteMs } from '#kit/clock.ts'

/** Passkeys one wallet may have at once: a few devices of one person, and a list that can be looked over. */
export const passkeysMax = 5
/** How long a challenge serves: as long as somebody needs for a finger or a code, twice. */
export const passkeyChallengeMs = 2 * minuteMs
/** Wrong ones are counted apart from the password's: whoever guesses at one locks nothing else. */
export const passkeyScope = 'passkey'

/** COSE's numbers of the signatures that are taken: ECDSA on P-256, Ed25519, RSA. */
export const passkeyAlgorithms = [-7, -8, -257] as const

/** Why a passkey does not serve any more. */
export type PasskeyEnd = 'removed' | 'password_changed' | 'restored' | 'copied'

/**
 * Whom a passkey is made for: the host of the page, whole. A shorter name would let every page below it use the passkey.
 * @param origin the page's, which the door has found to be one of ours
 */
export const relyingPartyOf = (origin: string): string => new URL(origin).hostname

/**
 * Whether a counter went back, or stood still: two devices sign with the same key. Keys that are kept by an account count nothing, they
 * always say 0.
 */
export const isCopied = (kept: number, given: number): boolean => (kept > 0 || given > 0) && given <= kept
