import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#kit/store/secrets.store.ts'
import { randomBytes } from '#kit/text/random.ts'
import { addMs } from '#kit/time/clock.ts'
import { passkeyChallengeMs } from './passkey.ts'

export type ChallengeUse = {
  readonly purpose: 'add' | 'confirm'
  readonly walletId: string
  readonly sessionId: string
  readonly origin: string
  /** Digest of the action; empty when a passkey is added. */
  readonly act: string
  /** Security digest (identity/guards.store.ts): any change invalidates the challenge. */
  readonly guards: string
  readonly secrets: Secrets
}
/** An authentic challenge. Reuse is checked in the database. */
export type PasskeyChallenge = {
  readonly name: string
  readonly madeAt: Date
  readonly text: string
}

/** Byte lengths: creation time, security digest, name (both and random bytes), MAC. */
const [timeBytes, guardBytes, nameBytes, sumBytes] = [4, 8, 20, 32] as const

const guardSum = ({ guards }: ChallengeUse): Buffer =>
  createHash('sha256').update(guards).digest().subarray(0, guardBytes)

function sumOf({ purpose, walletId, sessionId, origin, act, secrets }: ChallengeUse, name: Uint8Array): Buffer {
  const use = JSON.stringify([purpose, walletId, sessionId, origin, act])
  return createHmac('sha256', secrets.passkeyKey).update(name).update(use).digest()
}

/** Stateless: it contains its time and a MAC of its use. */
export function makePasskeyChallenge(use: ChallengeUse, wall: Date): string {
  const name = Buffer.alloc(nameBytes)
  name.writeUInt32BE(Math.floor(wall.getTime() / 1000))
  name.set(guardSum(use), timeBytes)
  name.set(randomBytes(nameBytes - timeBytes - guardBytes), timeBytes + guardBytes)
  return Buffer.concat([name, sumOf(use, name)]).toString('base64url')
}

/** @returns 'strange' if not ours for this use, 'expired' if too old or the wallet's security changed */
export function readPasskeyChallenge(
  text: string,
  use: ChallengeUse,
  wall: Date,
): PasskeyChallenge | 'strange' | 'expired' {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== nameBytes + sumBytes || bytes.toString('base64url') !== text) return 'strange'
  const name = bytes.subarray(0, nameBytes)
  if (!timingSafeEqual(bytes.subarray(nameBytes), sumOf(use, name))) return 'strange'
  const madeAt = new Date(name.readUInt32BE(0) * 1000)
  if (addMs(madeAt, passkeyChallengeMs) < wall) return 'expired'
  if (!guardSum(use).equals(name.subarray(timeBytes, timeBytes + guardBytes))) return 'expired'
  return { name: name.toString('base64url'), madeAt, text }
}
