import { expect } from '#kit/expect.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { openSealed, type Secrets, seal } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import { rightAttempts } from '../passwords/attempts.store.ts'
import { describeSecret, newAuthenticatorSecret, stepOf } from './authenticator.ts'

type Asking = { readonly tx: Tx; readonly walletId: WalletId; readonly wall: Date; readonly secrets: Secrets }

const boundTo = (walletId: WalletId, which: 'bound' | 'pending') => `authenticator:${which}:${walletId}`

export async function isGoogleBound(sql: Sql, walletId: WalletId): Promise<boolean> {
  const [row] = await sql.query('SELECT 1 FROM authenticator WHERE wallet_id = $1 AND sealed_secret IS NOT NULL', [
    walletId,
  ])
  return row !== undefined
}

export async function withGoogle(sql: Sql, ids: readonly WalletId[]): Promise<ReadonlySet<WalletId>> {
  const rows = await sql.query<{ id: WalletId }>(
    'SELECT wallet_id AS id FROM authenticator WHERE wallet_id = ANY ($1) AND sealed_secret IS NOT NULL',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function setUpAuthenticator({ tx, walletId, secrets }: Asking): Promise<{ secret: string; uri: string }> {
  const secret = newAuthenticatorSecret()
  await tx.query(
    `INSERT INTO authenticator (wallet_id, sealed_pending) VALUES ($1, $2)
     ON CONFLICT (wallet_id) DO UPDATE SET sealed_pending = EXCLUDED.sealed_pending`,
    [walletId, seal(secrets.sealKey, secret, boundTo(walletId, 'pending'))],
  )
  return describeSecret(secret, walletId)
}

type Row = { sealedSecret: Uint8Array | null; sealedPending: Uint8Array | null; lastStep: bigint }

async function lockRow(tx: Tx, walletId: WalletId): Promise<Row | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT sealed_secret AS "sealedSecret", sealed_pending AS "sealedPending", last_step AS "lastStep"
     FROM authenticator WHERE wallet_id = $1 FOR UPDATE`,
    [walletId],
  )
  return row
}

/** @throws identity.google_not_set_up, identity.code_wrong */
export async function bindAuthenticator({ tx, walletId, wall, secrets }: Asking, code: string): Promise<void> {
  const row = await lockRow(tx, walletId)
  if (!row?.sealedPending) fail('identity.google_not_set_up')
  const secret = openSealed(secrets.sealKey, row.sealedPending, boundTo(walletId, 'pending'))
  const step = stepOf(secret, code, wall)
  if (step === undefined) fail('identity.code_wrong')
  await tx.query(
    'UPDATE authenticator SET sealed_secret = $2, sealed_pending = NULL, bound_at = $3, last_step = $4 WHERE wallet_id = $1',
    [walletId, seal(secrets.sealKey, secret, boundTo(walletId, 'bound')), wall, step],
  )
}

export async function takeOffAuthenticator(tx: Tx, walletId: WalletId): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE authenticator SET sealed_secret = NULL, sealed_pending = NULL, bound_at = NULL
     WHERE wallet_id = $1 AND sealed_secret IS NOT NULL RETURNING wallet_id`,
    [walletId],
  )
  return rows.length > 0
}

/**
 * Checks and consumes the code in the transaction it authorizes. Only a correct code resets the failed attempts, and a rollback undoes the
 * reset. @throws identity.google_not_bound, identity.code_wrong, identity.code_used
 */
export async function confirmGoogleCode(asking: Asking, given: GivenCode | undefined): Promise<void> {
  const [refusal] = await confirmGoogleCodes(asking.tx, [{ ...asking, given }])
  if (refusal) throw refusal
}

/** Requires a code only if the wallet has an authenticator. @throws identity.code_needed, and as `confirmGoogleCode` */
export async function confirmWhereBound(asking: Asking, given: GivenCode | undefined): Promise<void> {
  if (!(await isGoogleBound(asking.tx, asking.walletId))) return
  if (!given) fail('identity.code_needed')
  await confirmGoogleCode(asking, given)
}

type Confirming = Omit<Asking, 'tx'> & { readonly given: GivenCode | undefined }

/** Checks codes of different wallets, all in the same `CodeShare`. @returns the refusal of each call; undefined if its code is correct */
export async function confirmGoogleCodes(tx: Tx, asked: readonly Confirming[]): Promise<(Refusal | undefined)[]> {
  if (asked.length === 0) return []
  const rows = await tx.query<Row & { id: WalletId }>(
    `SELECT wallet_id AS id, sealed_secret AS "sealedSecret", sealed_pending AS "sealedPending", last_step AS "lastStep"
     FROM authenticator WHERE wallet_id = ANY ($1) ORDER BY wallet_id FOR UPDATE`,
    [asked.map(({ walletId }) => walletId)],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const right: { readonly id: WalletId; readonly step: number; readonly given: GivenCode }[] = []
  const refusals = asked.map((each) => {
    const { walletId: id, given } = each
    expect(given, 'the contract of a call that confirms a code marks its second factor')
    try {
      right.push({ id, step: compare(each, given, found.get(id)), given })
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  })
  const [first] = right
  if (!first) return refusals
  expect(
    right.every(({ given }) => given.share === first.given.share),
    'the codes took tries of one share',
  )
  const [used] = await Promise.all([
    tx.query(
      `UPDATE authenticator a SET last_step = n.step FROM unnest($1::text[], $2::bigint[]) AS n (id, step)
       WHERE a.wallet_id = n.id AND a.last_step < n.step RETURNING a.wallet_id`,
      [right.map(({ id }) => id), right.map(({ step }) => step)],
    ),
    rightAttempts(
      tx,
      right.map(({ id }) => id),
      `code:${first.given.share}`,
    ),
  ])
  expect(used.length === right.length, 'the rows were locked')
  for (const { given } of right) given.verdict = 'right'
  return refusals
}

/** @returns the time step of the code @throws identity.google_not_bound, identity.code_wrong, identity.code_used */
function compare({ walletId, wall, secrets }: Confirming, given: GivenCode, row: Row | undefined): number {
  if (!row?.sealedSecret) fail('identity.google_not_bound')
  const step = stepOf(openSealed(secrets.sealKey, row.sealedSecret, boundTo(walletId, 'bound')), given.text, wall)
  given.verdict = step === undefined ? 'wrong' : undefined
  if (step === undefined) fail('identity.code_wrong')
  if (BigInt(step) <= row.lastStep) fail('identity.code_used')
  return step
}
