import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import { randomBelow } from '#kit/text/random.ts'
import { type CallKind, createSemaphore } from '../authenticator/semaphore.ts'
import { returnTry, rightTry, type TryScope, takeTry, wrongTry } from './attempts.store.ts'
import type { BreachedPasswords } from './breached-passwords.server.ts'
import { isCommonPassword } from './common-passwords.ts'
import { passwordFlaw } from './password-rules.ts'

/** argon2id (2 in the package's numbering), the OWASP minimum: 19 MiB, two passes. */
export const passwordCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
type Cost = { readonly [Name in keyof typeof passwordCost]: number }

/** An object, so tests can replace and count hashes. */
export const argon: { hash: typeof hash; verify: typeof verify; cost: Cost } = { hash, verify, cost: passwordCost }

/**
 * A hash takes about 15 ms of a core and 19 MiB. Three run concurrently for payments, and two for all other calls, one per kind. After two
 * seconds in the queue, callers must retry. Each network gets few places, so an attack needs many networks.
 */
const hashing = createSemaphore({
  signed: { running: 3, inside: 300 },
  known: { running: 1, inside: 120, ofNetwork: 20 },
  restore: { running: 1, inside: 40, ofNetwork: 10 },
  entry: { running: 1, inside: 120, ofNetwork: 20 },
  creation: { running: 1, inside: 40 },
  guests: 2,
})
const peppered = (password: string, secrets: Secrets): string =>
  createHmac('sha256', secrets.pepper).update(password.normalize('NFKC')).digest('base64url')

const took: number[] = []
const tookMax = 32

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const result = await work()
  took.push(performance.now() - since)
  if (took.length > tookMax) took.shift()
  return result
}

/** The operator's list of breached passwords, if any; set at startup. */
export const breached: { passwords: BreachedPasswords | undefined } = { passwords: undefined }

/** The breach list is checked only after the caller is authenticated. @throws identity.password_common if listed, request.busy */
export async function hashPassword(
  password: string,
  secrets: Secrets,
  turn: CallKind,
  network?: string,
): Promise<string> {
  if (await breached.passwords?.has(password)) fail('identity.password_common')
  const work = () => timed(() => argon.hash(peppered(password, secrets), argon.cost))
  return hashing.admit(turn, () => hashing.take(turn, work, { network }), { network })
}

/** Dummy hash that matches no password. Checking against it makes an unknown wallet take as long as a known one. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** If `kept` is null, returns false after the same time. */
export async function isPasswordRight(
  kept: string | null,
  password: string,
  secrets: Secrets,
  turn: CallKind = 'signed',
  network?: string,
): Promise<boolean> {
  const work = () => timed(() => argon.verify(kept || nobody, peppered(password, secrets)))
  const fits = await hashing.take(turn, work, { network })
  return fits && !!kept
}

let measured: Promise<unknown> | undefined

/** Waits as long as a recent hash took. If there is none, measures one for all callers. */
async function lookBusy(): Promise<false> {
  if (took.length === 0) {
    measured ??= timed(() => argon.verify(nobody, ''))
    await measured
  } else await wait(took[randomBelow(took.length)])
  return false
}

/** @throws identity.passwords_differ, identity.password_weak, identity.password_is_id, identity.password_common */
export function refuseBadPassword(password: string, repeat: string, walletId?: string): void {
  if (password !== repeat) fail('identity.passwords_differ')
  const flaw = passwordFlaw(password, walletId)
  if (flaw === 'password_weak') fail('identity.password_weak')
  if (flaw === 'password_is_id') fail('identity.password_is_id')
  if (isCommonPassword(password)) fail('identity.password_common')
}

export type PasswordTry = {
  readonly walletId: string
  readonly kept: string | null
  readonly password: string
  readonly scope: TryScope
  readonly wall: Date
  readonly secrets: Secrets
  readonly network?: string
}

const turnOf = (scope: TryScope): CallKind =>
  scope === 'check' ? 'signed' : scope.startsWith('login:') ? 'known' : 'entry'

/**
 * Counts attempts outside any transaction, so a rollback cannot undo the count. @throws identity.password_locked, identity.password_wrong
 * with the attempts left, request.busy before any attempt is counted
 */
export function provePassword(db: Db, attempt: PasswordTry): Promise<void> {
  const { kept, scope, network } = attempt
  const turn = turnOf(scope)
  // Unknown wallet IDs get the same answer after the same delay, but use no place in the queue.
  const isGhost = !kept && turn === 'entry'
  return hashing.admit(turn, () => compare(db, attempt, { turn, isGhost }), { network, isGhost })
}

async function compare(
  db: Db,
  { walletId, kept, password, scope, wall, secrets, network }: PasswordTry,
  { turn, isGhost }: { readonly turn: CallKind; readonly isGhost: boolean },
): Promise<void> {
  const attempt = await takeTry(db, walletId, scope, wall)
  if (!attempt.allowed) fail('identity.password_locked', { until: attempt.until.toISOString() })
  const look = () =>
    isGhost
      ? hashing.take(turn, lookBusy, { network, isGhost })
      : isPasswordRight(kept, password, secrets, turn, network)
  const right = await look().catch(async (error: unknown) => {
    await returnTry(db, walletId, scope)
    throw error
  })
  if (right) return rightTry(db, walletId, scope)
  const { left, until } = await wrongTry(db, walletId, scope, wall)
  if (until) fail('identity.password_locked', { until: until.toISOString() })
  return fail('identity.password_wrong', { left: String(left) })
}
