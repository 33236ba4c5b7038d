import { createHash } from 'node:crypto'
import { expect } from '#kit/expect.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { partitionAt, type RotatingPartitions } from '#kit/store/partitions.ts'
import { openSealed, seal } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Excludes fields that vary per attempt. JSON keeps the text unambiguous. */
export function fingerprintOf(path: string, params: Readonly<Record<string, unknown>>): string {
  const { lang: _lang, source: _source, timestamp: _timestamp, sign: _sign, ...rest } = params
  const named = Object.entries(rest).filter(([, value]) => !isEmpty(value))
  const sorted = named.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return createHash('sha256')
    .update(JSON.stringify([path, sorted]))
    .digest('base64url')
}

export type Claim = {
  readonly walletId: WalletId
  readonly key: string
  readonly fingerprint: string
  readonly at: Date
  readonly sealKey: Uint8Array
}

const belongsTo = ({ walletId, key }: Claim): string => `answer:${walletId}:${key}`
const sealAnswer = (claim: Claim, data: unknown): string =>
  Buffer.from(seal(claim.sealKey, Buffer.from(JSON.stringify(data)), belongsTo(claim))).toString('base64')
const openAnswer = (claim: Claim, sealed: Uint8Array): unknown =>
  JSON.parse(Buffer.from(openSealed(claim.sealKey, sealed, belongsTo(claim))).toString())

export const keptAnswers: RotatingPartitions = { table: 'kept_answer', widthMs: dayMs, partitions: 10 }
export const keptDays = 7

/** Longer than any transaction and the clock skew between processes. */
const freshMs = hourMs

/**
 * Days' partitions to search and to claim in. Claims use today's partition. Soon after midnight they use yesterday's first, where an
 * uncommitted request may still hold the key.
 */
function livingDays(at: Date): { readonly all: number[]; readonly claimed: number[] } {
  const all = Array.from({ length: keptDays + 1 }, (_, days) => partitionAt(keptAnswers, addMs(at, -days * dayMs)))
  const [today = 0, yesterday = 0] = all
  return { all, claimed: at.getTime() % dayMs < freshMs ? [yesterday, today] : [today] }
}

/**
 * Must run in the transaction of the effect. A second request with the key waits for the first. @returns undefined if the key is new,
 * otherwise the stored answer. @throws request.key_conflict if the key was used with other parameters
 */
export async function claimKey(tx: Tx, claim: Claim): Promise<{ data: unknown } | undefined> {
  const days = livingDays(claim.at)
  const [found] = await tx.query<Former>(
    `WITH former AS (
       SELECT fingerprint, sealed FROM kept_answer
       WHERE part = ANY ($5::smallint[]) AND wallet_id = $1 AND key = $2 AND sealed IS NOT NULL LIMIT 1
     ), claimed AS (
       INSERT INTO kept_answer (part, wallet_id, key, fingerprint, at) SELECT $6, $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM former)
       ON CONFLICT DO NOTHING RETURNING 1
     )
     SELECT fingerprint, sealed, false AS claimed FROM former UNION ALL SELECT NULL, NULL, true FROM claimed`,
    [claim.walletId, claim.key, claim.fingerprint, claim.at, days.all, days.claimed[0]],
  )
  // Another request claimed the key in the meantime and has ended.
  if (!found?.claimed) return keptIn(found ?? (await formerOf(tx, claim, days.all)), claim)
  const [, today] = days.claimed
  if (today === undefined || (await claimIn(tx, claim, today))) return undefined
  return keptIn(await formerOf(tx, claim, days.all), claim)
}

type Former = { fingerprint: string; sealed: Uint8Array; claimed?: boolean }

function keptIn(former: Former, claim: Claim): { data: unknown } {
  if (former.fingerprint !== claim.fingerprint) fail('request.key_conflict')
  return { data: openAnswer(claim, former.sealed) }
}

async function claimIn(tx: Tx, { walletId, key, fingerprint, at }: Claim, part: number): Promise<boolean> {
  const claimed = await tx.query(
    'INSERT INTO kept_answer (part, wallet_id, key, fingerprint, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING key',
    [part, walletId, key, fingerprint, at],
  )
  return claimed.length > 0
}

async function formerOf(tx: Tx, { walletId, key }: Claim, parts: readonly number[]): Promise<Former> {
  const [kept] = await tx.query<Former>(
    `SELECT fingerprint, sealed FROM kept_answer
     WHERE part = ANY ($3::smallint[]) AND wallet_id = $1 AND key = $2 AND sealed IS NOT NULL LIMIT 1`,
    [walletId, key, parts],
  )
  expect(kept, 'what was claimed before is there')
  return kept
}

export async function keepAnswer(tx: Tx, claim: Claim, data: unknown): Promise<void> {
  const { walletId, key, at } = claim
  await tx.query(
    "UPDATE kept_answer SET sealed = decode($3, 'base64') WHERE part = ANY ($4::smallint[]) AND wallet_id = $1 AND key = $2",
    [walletId, key, sealAnswer(claim, data), livingDays(at).claimed],
  )
}

/** Fingerprint that no request has. */
const closedPrint = 'closed'

/** After this call, no request runs under the key. Waits for a running one. @returns 'done' if a request ran before */
export async function closeKey(tx: Tx, named: Omit<Claim, 'fingerprint'>): Promise<'done' | 'never'> {
  const claim = { ...named, fingerprint: closedPrint }
  try {
    if (!(await claimKey(tx, claim))) await keepAnswer(tx, claim, null)
    return 'never'
  } catch (error) {
    if (error instanceof Refusal && error.key === 'request.key_conflict') return 'done'
    throw error
  }
}

export async function formerAnswers(tx: Tx, claims: readonly Claim[]): Promise<(FormerAnswer | undefined)[]> {
  const [claim] = claims
  if (!claim) return []
  const rows = await tx.query<Former & { place: number }>(
    `SELECT asked.place::int4 AS place, kept.fingerprint, kept.sealed
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (wallet_id, key, place)
     CROSS JOIN LATERAL (
       SELECT fingerprint, sealed FROM kept_answer
       WHERE part = ANY ($3::smallint[]) AND wallet_id = asked.wallet_id AND key = asked.key AND sealed IS NOT NULL LIMIT 1
     ) kept`,
    [claims.map(({ walletId }) => walletId), claims.map(({ key }) => key), livingDays(claim.at).all],
  )
  const found: (FormerAnswer | undefined)[] = claims.map(() => undefined)
  for (const { place, fingerprint, sealed } of rows) {
    const asked = claims[place - 1]
    if (asked) found[place - 1] = { fingerprint, data: openAnswer(asked, sealed) }
  }
  return found
}

export type FormerAnswer = { readonly fingerprint: string; readonly data: unknown }

/** Thrown if other requests are claiming these keys. Run the calls one by one. */
export class ClaimedTwice extends Error {}

/** Claims the keys after the effects. If another request claims the same key concurrently, one of them rolls back. @throws ClaimedTwice */
export async function keepAnswers(
  tx: Tx,
  answers: readonly { readonly claim: Claim; readonly data: unknown }[],
): Promise<void> {
  const [first] = answers
  if (!first) return
  const parts = livingDays(first.claim.at).claimed
  const rows = await tx.query(
    `INSERT INTO kept_answer (part, wallet_id, key, fingerprint, at, sealed)
     SELECT part, wallet_id, key, fingerprint, $5, decode(answer, 'base64')
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS given (wallet_id, key, fingerprint, answer), unnest($6::smallint[]) AS part
     ORDER BY wallet_id, key, part ON CONFLICT DO NOTHING RETURNING 1`,
    [
      answers.map(({ claim }) => claim.walletId),
      answers.map(({ claim }) => claim.key),
      answers.map(({ claim }) => claim.fingerprint),
      answers.map(({ claim, data }) => sealAnswer(claim, data)),
      first.claim.at,
      parts,
    ],
  )
  if (rows.length !== answers.length * parts.length) throw new ClaimedTwice('a key of the group was claimed elsewhere')
}
