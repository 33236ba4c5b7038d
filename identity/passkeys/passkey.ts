import { minuteMs } from '#kit/time/clock.ts'

export const passkeysMax = 5
export const passkeyChallengeMs = 2 * minuteMs
/** Counted separately, so wrong passkeys do not lock the password. */
export const passkeyScope = 'passkey'

/** COSE algorithm IDs: ECDSA on P-256, Ed25519, RSA. */
export const passkeyAlgorithms = [-7, -8, -257] as const

export type PasskeyEnd = 'removed' | 'password_changed' | 'restored' | 'copied'

/** The full host, because a parent domain would include all subdomains. @param origin one of ours, already checked */
export const relyingPartyOf = (origin: string): string => new URL(origin).hostname

/** A counter that does not rise reveals a clone. Synced passkeys always report 0. */
export const isCopied = (kept: number, given: number): boolean => (kept > 0 || given > 0) && given <= kept
