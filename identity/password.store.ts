import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Db } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import { isCommonPassword } from './common-passwords.ts'
import { passwordFlaw } from './password-rules.ts'
import { returnTry, rightTry, type TryScope, takeTry, wrongTry } from './tries.store.ts'
import { createTurns, type Turn } from './turns.ts'

/** In one object, so that a test can count hashes and hold them. */
export const argon = { hash, verify }

/** argon2id (2 in the package's numbering), the OWASP minimum: 19 MiB, two passes. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
/**
 * A hash takes about 40 ms of a core and 19 MiB. At most three at once, so that a flood costs 60 MB and leaves a thread for signatures; one
 * of them for whoever signs in and one for new wallets, so that neither stands before a holder who pays. What waits longer than two
 * seconds is better told to come again.
 */
const hashing = createTurns({
  signed: { running: 3, inside: 300 },
  entry: { running: 1, inside: 40 },
  creation: { running: 1, inside: 40 },
})
const peppered = (password: string, secrets: Secrets): string =>
  createHmac('sha256', secrets.pepper).update(password.normalize('NFKC')).digest('base64url')

/** Hashes a wallet password for keeping. The caller has been proven before. @throws request.busy */
export const hashPassword = (password: string, secrets: Secrets, turn: Turn): Promise<string> =>
  hashing.admit(turn, () => hashing.take(turn, () => argon.hash(peppered(password, secrets), cost)))

/** A hash nobody knows the password of: comparing with it costs the same as with a real one. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Whether a password fits a kept hash; without a hash it takes as long and is wrong. */
export async function isPasswordRight(
  kept: string | null,
  password: string,
  secrets: Secrets,
  turn: Turn = 'signed',
): Promise<boolean> {
  const fits = await hashing.take(turn, () => argon.verify(kept || nobody, peppered(password, secrets)))
  return fits && !!kept
}

/**
 * Refuses a new password that breaks a rule.
 * @throws identity.passwords_differ, identity.password_weak, identity.password_is_id, identity.password_common
 */
export function refuseBadPassword(password: string, repeat: string, walletId?: string): void {
  if (password !== repeat) fail('identity.passwords_differ')
  const flaw = passwordFlaw(password, walletId)
  if (flaw) fail(`identity.${flaw}`)
  if (isCommonPassword(password)) fail('identity.password_common')
}

export type PasswordTry = {
  readonly walletId: string
  readonly kept: string | null
  readonly password: string
  readonly scope: TryScope
  readonly wall: Date
  readonly secrets: Secrets
}

/**
 * Compares a password and counts wrong tries, outside any transaction: a refusal must not undo the count.
 * @throws identity.password_locked, identity.password_wrong with the tries left, request.busy before any try is taken
 */
export function provePassword(db: Db, attempt: PasswordTry): Promise<void> {
  const turn = attempt.scope === 'check' ? 'signed' : 'entry'
  return hashing.admit(turn, () => compare(db, attempt, turn))
}

async function compare(
  db: Db,
  { walletId, kept, password, scope, wall, secrets }: PasswordTry,
  turn: Turn,
): Promise<void> {
  const attempt = await takeTry(db, walletId, scope, wall)
  if (!attempt.allowed) fail('identity.password_locked', { until: attempt.until.toISOString() })
  const right = await isPasswordRight(kept, password, secrets, turn).catch(async (error: unknown) => {
    await returnTry(db, walletId, scope)
    throw error
  })
  if (right) return rightTry(db, walletId, scope)
  const { left, until } = await wrongTry(db, walletId, scope, wall)
  if (until) fail('identity.password_locked', { until: until.toISOString() })
  return fail('identity.password_wrong', { left: String(left) })
}
