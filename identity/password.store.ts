import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Db } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import { isCommonPassword } from './common-passwords.ts'
import { passwordFlaw } from './password-rules.ts'
import { returnTry, rightTry, type TryScope, takeTry, wrongTry } from './tries.store.ts'

/** argon2id (2 in the package's numbering), the OWASP minimum: 19 MiB, two passes. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
/** At most this many hashes at once, so that a flood of logins costs 80 MB and not all memory. */
const hashesMax = 4

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= hashesMax) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const peppered = (password: string, secrets: Secrets): string =>
  createHmac('sha256', secrets.pepper).update(password.normalize('NFKC')).digest('base64url')

/** Hashes a wallet password for keeping. */
export const hashPassword = (password: string, secrets: Secrets): Promise<string> =>
  inTurn(() => hash(peppered(password, secrets), cost))

/** A hash nobody knows the password of: comparing with it costs the same as with a real one. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Whether a password fits a kept hash; without a hash it takes as long and is wrong. */
export async function isPasswordRight(kept: string | null, password: string, secrets: Secrets): Promise<boolean> {
  const fits = await inTurn(() => verify(kept || nobody, peppered(password, secrets)))
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
 * @throws identity.password_locked, identity.password_wrong with the tries left
 */
export async function provePassword(
  db: Db,
  { walletId, kept, password, scope, wall, secrets }: PasswordTry,
): Promise<void> {
  const attempt = await takeTry(db, walletId, scope, wall)
  if (!attempt.allowed) fail('identity.password_locked', { until: attempt.until.toISOString() })
  const right = await isPasswordRight(kept, password, secrets).catch(async (error: unknown) => {
    await returnTry(db, walletId, scope)
    throw error
  })
  if (right) return rightTry(db, walletId, scope)
  const { left, until } = await wrongTry(db, walletId, scope, wall)
  if (until) fail('identity.password_locked', { until: until.toISOString() })
  return fail('identity.password_wrong', { left: String(left) })
}
