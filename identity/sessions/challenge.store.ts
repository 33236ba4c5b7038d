import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { networkOf } from '#kit/caller.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { partitionAt, type RotatingPartitions } from '#kit/store/partitions.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomBytes } from '#kit/text/random.ts'
import { addMs, dayMs, minuteMs } from '#kit/time/clock.ts'
import type { ProofPurpose } from '../captcha/proof-purpose.ts'
import { guardsOf } from '../guards.store.ts'
import { lockWallet } from '../wallet.store.ts'
import type { Challenge } from './identity-key.ts'

/** Lifetime of a challenge, and how long a retry gets the same answer. */
export const challengeLifeMs = 120_000
export const repeatMs = 5 * minuteMs

export const proofRing: RotatingPartitions = { table: 'identity_challenge', widthMs: dayMs, partitions: 4 }

const callerHash = (caller: Caller) =>
  createHash('sha256').update(`${caller.deviceId}\n${caller.dh}`).digest('base64url')
export type Caller = { readonly deviceId: string; readonly dh: string }

export type Asked = {
  readonly purpose: ProofPurpose
  readonly pub: string
  readonly origin: string
  readonly ip: string
  readonly wall: Date
  readonly secrets: Secrets
}

const macOf = (key: Uint8Array, parts: readonly string[], name: Uint8Array): Buffer =>
  createHmac('sha256', key).update(parts.join('\n')).update('\n').update(name).digest()

/** End offsets in bytes: time, random, and short MACs of the network and of the content. */
const ends = { made: 4, chance: 6, network: 10, whole: 12 } as const

const textOf = ({ secrets, purpose, pub, origin }: Asked, name: Uint8Array): Challenge => {
  const iat = Buffer.from(name).readUInt32BE(0)
  const challenge = macOf(secrets.challengeKey, ['challenge', purpose, pub, origin], name).toString('base64url')
  return { cid: Buffer.from(name).toString('base64url'), challenge, iat, exp: iat + challengeLifeMs / 1000 }
}
const networkSum = ({ secrets, ip }: Asked, name: Buffer): Buffer =>
  macOf(secrets.challengeKey, ['network', networkOf(ip)], name.subarray(0, ends.chance)).subarray(
    0,
    ends.network - ends.chance,
  )
const useSum = ({ secrets, purpose, pub, origin }: Asked, name: Buffer): Buffer =>
  macOf(secrets.challengeKey, ['use', purpose, pub, origin], name.subarray(0, ends.network)).subarray(
    0,
    ends.whole - ends.network,
  )

/** Stateless: a challenge is derived from its ID and our secret. Unknown keys get one too. */
export function makeChallenge(asked: Asked): Challenge {
  const name = Buffer.alloc(ends.whole)
  name.writeUInt32BE(Math.floor(asked.wall.getTime() / 1000))
  name.set(randomBytes(ends.chance - ends.made), ends.made)
  name.set(networkSum(asked, name), ends.chance)
  name.set(useSum(asked, name), ends.network)
  return textOf(asked, name)
}

export type ReadChallenge = Challenge & { readonly sameNetwork: boolean }

/**
 * Does not use the database. `findUse` and `claimProof` check its validity. @throws identity.challenge_expired if anything does not match
 */
export function readChallenge(asked: Asked & { cid: string }): ReadChallenge {
  const name = Buffer.from(asked.cid, 'base64url')
  if (name.length !== ends.whole || name.toString('base64url') !== asked.cid) fail('identity.challenge_expired')
  if (!timingSafeEqual(name.subarray(ends.network), useSum(asked, name))) fail('identity.challenge_expired')
  const sameNetwork = timingSafeEqual(name.subarray(ends.chance, ends.network), networkSum(asked, name))
  return { ...textOf(asked, name), sameNetwork }
}

export type Use = { readonly walletId: WalletId; readonly newPub: string | null }
type Claim = { readonly challenge: ReadChallenge; readonly caller?: Caller | undefined; readonly wall: Date }

const partOf = ({ iat }: Challenge): number => partitionAt(proofRing, new Date(iat * 1000))

/**
 * The earlier use by this caller within `repeatMs`; undefined if unused and valid. Only `claimProof` decides whether a retry gets its
 * answer. @throws identity.challenge_expired otherwise
 */
export async function findUse(sql: Sql, claim: Claim): Promise<Use | undefined> {
  return (await readUse(sql, claim))?.use
}

async function readUse(sql: Sql, { challenge, caller, wall }: Claim) {
  const [row] = await sql.query<{
    usedAt: Date
    caller: string | null
    walletId: WalletId | null
    newPub: string | null
    guards: string | null
  }>(
    `SELECT used_at AS "usedAt", caller, wallet_id AS "walletId", new_pub AS "newPub", guards FROM identity_challenge
     WHERE part = $1 AND cid = $2`,
    [partOf(challenge), challenge.cid],
  )
  const lives = challenge.sameNetwork && challenge.exp * 1000 >= wall.getTime()
  if (!row) return lives ? undefined : fail('identity.challenge_expired')
  const same = caller && row.caller === callerHash(caller) && addMs(row.usedAt, repeatMs) > wall
  if (!same || !row.walletId) fail('identity.challenge_expired')
  return { use: { walletId: row.walletId, newPub: row.newPub }, guards: row.guards }
}

/**
 * Answers a retry only if the session is still open and the wallet's security is unchanged. Otherwise a copied request could open a wallet
 * secured later. Locks the wallet. @throws identity.challenge_expired
 */
async function readRepeat(tx: Tx, claim: Claim): Promise<Use | undefined> {
  const first = await readUse(tx, claim)
  if (!first) return undefined
  await lockWallet(tx, first.use.walletId)
  const [again, guards] = [await readUse(tx, claim), await guardsOf(tx, first.use.walletId, true)]
  return again?.guards === guards ? again.use : fail('identity.challenge_expired')
}

/**
 * Claims a challenge for one use. Must be the first call in its transaction. Concurrent claims wait. @returns the earlier use by this
 * caller, with its wallet locked. @throws identity.challenge_expired
 */
export async function claimProof(tx: Tx, claim: Claim): Promise<Use | undefined> {
  const { challenge, caller, wall } = claim
  const known = await readRepeat(tx, claim)
  if (known) return known
  const taken = await tx.query(
    'INSERT INTO identity_challenge (part, cid, used_at, caller) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING cid',
    [partOf(challenge), challenge.cid, wall, caller ? callerHash(caller) : null],
  )
  return taken.length > 0 ? undefined : readRepeat(tx, claim)
}

/** Must be the last call in the transaction, after the new session is opened. */
export async function noteUse(
  tx: Tx,
  challenge: Challenge,
  { walletId, newPub }: { readonly walletId: WalletId; readonly newPub?: string | null },
): Promise<void> {
  await tx.query(
    'UPDATE identity_challenge SET wallet_id = $3, new_pub = $4, guards = $5 WHERE part = $1 AND cid = $2',
    [partOf(challenge), challenge.cid, walletId, newPub ?? null, await guardsOf(tx, walletId, true)],
  )
}
