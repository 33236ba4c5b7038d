import { createHash } from 'node:crypto'
import { addMs } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { randomText } from '#kit/random.ts'
import type { Challenge } from './identity-key.ts'
import type { ProofPurpose } from './proof-purpose.ts'

/** How long a challenge lives, and for how long a repeat of what it was used for gets the same answer. */
export const challengeLifeMs = 120_000
const repeatMs = 24 * 3_600_000

/** The part of an address that stays the same while a phone moves between cells: /24 of IPv4, /48 of IPv6. */
export function ipPrefix(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/.exec(ip)
  return v4?.[1] ?? ip.split(':').slice(0, 3).join(':')
}

/** Hides whom an answer was for, and still tells whether a repeat comes from the same. */
const callerHash = (caller: Caller) =>
  createHash('sha256').update(`${caller.deviceId}\n${caller.dh}`).digest('base64url')
type Caller = { readonly deviceId: string; readonly dh: string }

export type Asked = {
  readonly purpose: ProofPurpose
  readonly pub: string
  readonly origin: string
  readonly ip: string
  readonly wall: Date
}

/** Makes a challenge, whether the key is known or not. */
export async function makeChallenge(db: Db, { purpose, pub, origin, ip, wall }: Asked): Promise<Challenge> {
  const [cid, challenge] = [randomText(12), randomText(32)]
  const iat = Math.floor(wall.getTime() / 1000)
  const exp = iat + challengeLifeMs / 1000
  await db.query(
    `INSERT INTO identity_challenge (cid, purpose, pub, challenge, origin, ip_prefix, issued_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [cid, purpose, pub, challenge, origin, ipPrefix(ip), new Date(iat * 1000), new Date(exp * 1000)],
  )
  return { cid, challenge, iat, exp }
}

type Row = {
  cid: string
  challenge: string
  issuedAt: Date
  expiresAt: Date
  usedAt: Date | null
  ipPrefix: string
  walletId: WalletId | null
  newPub: string | null
  caller: string | null
}
/** A challenge ready to be verified; `repeated` names what it was used for when the same caller asks again. */
export type OpenChallenge = Challenge & {
  readonly repeated: { readonly walletId: WalletId; readonly newPub: string | null } | undefined
}

/**
 * Finds and locks the challenge a proof names. It must fit in purpose, key, origin and network, and live; or have been used by this very
 * caller within a day, whose answer was lost.
 * @throws identity.challenge_expired, whatever does not fit
 */
export async function openChallenge(tx: Tx, asked: Asked & { cid: string }, caller?: Caller): Promise<OpenChallenge> {
  const [row] = await tx.query<Row>(
    `SELECT cid, challenge, issued_at AS "issuedAt", expires_at AS "expiresAt", used_at AS "usedAt", ip_prefix AS "ipPrefix",
       wallet_id AS "walletId", new_pub AS "newPub", caller
     FROM identity_challenge WHERE cid = $1 AND purpose = $2 AND pub = $3 AND origin = $4 FOR UPDATE`,
    [asked.cid, asked.purpose, asked.pub, asked.origin],
  )
  if (!row) fail('identity.challenge_expired')
  const [iat, exp] = [row.issuedAt.getTime() / 1000, row.expiresAt.getTime() / 1000]
  const open = { cid: row.cid, challenge: row.challenge, iat, exp }
  if (!row.usedAt) {
    if (row.expiresAt < asked.wall || row.ipPrefix !== ipPrefix(asked.ip)) fail('identity.challenge_expired')
    return { ...open, repeated: undefined }
  }
  const same = caller && row.caller === callerHash(caller) && addMs(row.usedAt, repeatMs) > asked.wall
  if (!same || !row.walletId) fail('identity.challenge_expired')
  return { ...open, repeated: { walletId: row.walletId, newPub: row.newPub } }
}

/** Marks a challenge as used, and for what. */
export async function spendChallenge(
  tx: Tx,
  cid: string,
  used: { walletId: WalletId; newPub?: string; caller?: Caller; wall: Date },
): Promise<void> {
  await tx.query(
    'UPDATE identity_challenge SET used_at = $2, wallet_id = $3, new_pub = $4, caller = $5 WHERE cid = $1',
    [cid, used.wall, used.walletId, used.newPub ?? null, used.caller ? callerHash(used.caller) : null],
  )
}
