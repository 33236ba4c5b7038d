import { createHash } from 'node:crypto'
import { speakAsOperators } from '#engine/db-role.store.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { type LogSigner, sortedJson } from './operator-log.store.ts'
import { expectOperator, type Operator, operators } from './operators.store.ts'

/**
 * `two`: another operator must execute the proposal. `two-or-72h`: after 72 hours the proposer may execute it, unless another operator
 * refused.
 */
export type TwoGuard = 'two' | 'two-or-72h'

export type Asked = {
  readonly verb: string
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string>>
  readonly will: readonly string[]
  readonly guard: TwoGuard
}

export type Proposal = Asked & {
  readonly id: bigint
  readonly text: string
  readonly hash: string
  readonly proposedBy: string
  readonly signature: string
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly approvedBy: string | null
  readonly approval: string | null
  readonly doneAt: Date | null
  readonly refusedBy: string | null
  readonly refusedAt: Date | null
  readonly refusal: string | null
  /** Refusal reasons by operator name. Former operators do not count. */
  readonly refusals: Readonly<Record<string, string>>
}

const livesMs = 7 * dayMs
const aloneMs = 72 * hourMs

const columns = `id, verb, args, flags, will, guard, text, hash, proposed_by AS "proposedBy", signature, proposed_at AS "proposedAt",
  expires_at AS "expiresAt", approved_by AS "approvedBy", approval, done_at AS "doneAt", refused_by AS "refusedBy",
  refused_at AS "refusedAt", refusal, (SELECT coalesce(jsonb_object_agg(r.operator, r.reason), '{}') FROM operator_refusal r
    JOIN operator o ON o.name = r.operator AND o.ended_at IS NULL WHERE r.proposal = operator_proposal.id) AS refusals`

/** Uses the database clock to prevent backdating. */
async function businessNow(sql: Sql): Promise<Date> {
  const [row] = await sql.query<{ now: Date }>('SELECT business_now() AS now')
  expect(row, 'the database has a clock')
  return row.now
}

/** When the proposer may execute the proposal alone; undefined if never or refused. */
export const aloneFrom = ({ guard, proposedAt, refusals }: Proposal): Date | undefined =>
  guard === 'two-or-72h' && Object.keys(refusals).length === 0 ? addMs(proposedAt, aloneMs) : undefined

/** The caller has checked that the proposer is an operator. */
export async function propose(tx: Tx, asked: Asked, signer: LogSigner): Promise<Proposal> {
  await speakAsOperators(tx)
  await tx.query('LOCK TABLE operator_proposal IN EXCLUSIVE MODE')
  const at = await businessNow(tx)
  const [last] = await tx.query<{ id: bigint }>('SELECT id FROM operator_proposal ORDER BY id DESC LIMIT 1')
  const id = (last?.id ?? 0n) + 1n
  const expiresAt = addMs(at, livesMs)
  const { verb, args, flags, will, guard } = asked
  const text = textOf({ ...asked, id, proposedAt: at, expiresAt })
  const hash = createHash('sha256').update(text).digest('hex')
  const [row] = await tx.query<Proposal>(
    `INSERT INTO operator_proposal (id, verb, args, flags, will, guard, text, hash, proposed_by, signature, proposed_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${columns}`,
    [
      id,
      verb,
      JSON.stringify(args),
      JSON.stringify(flags),
      JSON.stringify(will),
      guard,
      text,
      hash,
      signer.operator,
      signer.sign(text),
      at,
      expiresAt,
    ],
  )
  expect(row, 'what was written is there')
  return row
}

const textOf = ({ id, verb, args, flags, will, guard, proposedAt, expiresAt }: Signed): string => {
  const words = sortedJson({ args, flags, will })
  return ['glasshouse-proposal-v1', id, verb, words, guard, proposedAt.toISOString(), expiresAt.toISOString()].join(
    '\n',
  )
}
type Signed = Asked & Pick<Proposal, 'id' | 'proposedAt' | 'expiresAt'>

export async function findProposal(sql: Sql, id: bigint): Promise<Proposal | undefined> {
  const [row] = await sql.query<Proposal>(`SELECT ${columns} FROM operator_proposal WHERE id = $1`, [id])
  return row
}

export const openProposals = (sql: Sql): Promise<Proposal[]> =>
  sql.query<Proposal>(
    `SELECT ${columns} FROM operator_proposal WHERE done_at IS NULL AND refused_at IS NULL AND expires_at > business_now() ORDER BY id`,
  )

/** @throws ops.proposal_over */
function refuseWhenOver({ doneAt, refusedAt, expiresAt }: Proposal, now: Date): void {
  if (doneAt || refusedAt || expiresAt <= now) fail('ops.proposal_over')
}

const lock = async (tx: Tx, id: bigint): Promise<Proposal> => {
  await tx.query('SELECT FROM operator_proposal WHERE id = $1 FOR UPDATE', [id])
  return (await findProposal(tx, id)) ?? fail('ops.proposal_over')
}

/** Verifies the proposer's signature and current role. @throws ops.operator_unknown */
async function expectProposer(tx: Tx, proposal: Proposal, inDemo: boolean): Promise<void> {
  const { proposedBy, signature, text } = proposal
  const proposer = (await operators(tx)).find(
    ({ name, endedAt, isDemo }) => name === proposedBy && !endedAt && (inDemo || !isDemo),
  )
  const isTheirs = proposer && text === textOf(proposal) && isSignedBy(text, signature, proposer.publicKey)
  if (!isTheirs) fail('ops.operator_unknown', { name: proposedBy })
}

/**
 * The caller must make the change in the same transaction. @returns the proposal. @throws ops.operator_unknown, ops.proposal_over,
 * ops.two_needed if the proposer approves too early or this operator refused it
 */
export async function approveProposal(tx: Tx, id: bigint, signer: LogSigner, isDemo: boolean): Promise<Proposal> {
  await speakAsOperators(tx)
  await expectOperator(tx, signer, isDemo)
  const proposal = await lock(tx, id)
  const now = await businessNow(tx)
  refuseWhenOver(proposal, now)
  await expectProposer(tx, proposal, isDemo)
  const from = aloneFrom(proposal)
  const isAlone = proposal.proposedBy === signer.operator
  if ((isAlone && (!from || now < from)) || signer.operator in proposal.refusals) fail('ops.two_needed')
  await tx.query('UPDATE operator_proposal SET approved_by = $2, approval = $3, done_at = $4 WHERE id = $1', [
    id,
    signer.operator,
    signer.sign(proposal.text),
    now,
  ])
  return proposal
}

/** If one sufficed, a single operator could block all proposals. */
const refusalsToEnd = 2

/**
 * The proposer's refusal ends the proposal. Another operator's refusal blocks their own approval and the 72-hour rule. Two such refusals
 * end it. @returns whether it ended. @throws ops.proposal_over, ops.nothing_to_do if already refused by this operator
 */
export async function refuseProposal(
  tx: Tx,
  id: bigint,
  refused: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  await speakAsOperators(tx)
  const proposal = await lock(tx, id)
  const now = await businessNow(tx)
  refuseWhenOver(proposal, now)
  const kept = await tx.query(
    `INSERT INTO operator_refusal (proposal, operator, reason, refused_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING proposal`,
    [id, refused.by, refused.reason, now],
  )
  if (kept.length === 0) fail('ops.nothing_to_do')
  const others = Object.keys({ ...proposal.refusals, [refused.by]: '' })
  if (refused.by !== proposal.proposedBy && others.length < refusalsToEnd) return false
  await tx.query('UPDATE operator_proposal SET refused_by = $2, refusal = $3, refused_at = $4 WHERE id = $1', [
    id,
    refused.by,
    refused.reason,
    now,
  ])
  return true
}

/** Tells the database who authorizes the transaction: one operator, or two by this proposal. */
export async function speakFor(tx: Tx, word: 'one' | bigint): Promise<void> {
  await tx.query("SELECT set_config('glasshouse.word', $1, true)", [word.toString()])
}

/** Allowed clock difference to the machine that removed an operator. */
const skewMs = 5 * minuteMs

const couldSign = (operator: Operator | undefined, at: Date): operator is Operator =>
  operator !== undefined && (operator.endedAt === null || at <= addMs(operator.endedAt, skewMs))

export function isSignedByTwo(proposal: Proposal, named: readonly Operator[]): boolean {
  const { proposedBy, proposedAt, signature, approvedBy, approval, doneAt, hash } = proposal
  const text = textOf(proposal)
  const isRight = (name: string | null, word: string | null, at: Date) => {
    const operator = named.find((each) => each.name === name)
    return couldSign(operator, at) && isSignedBy(text, word ?? '', operator.publicKey)
  }
  if (proposal.text !== text || createHash('sha256').update(text).digest('hex') !== hash) return false
  return isRight(proposedBy, signature, proposedAt) && (doneAt === null || isRight(approvedBy, approval, doneAt))
}

export const proposalVersions = (sql: Sql): Promise<{ readonly id: bigint; readonly version: string }[]> =>
  sql.query('SELECT id, xmin::text AS version FROM operator_proposal ORDER BY id DESC')

export const readProposals = (sql: Sql, ids: readonly bigint[]): Promise<Proposal[]> =>
  sql.query<Proposal>(`SELECT ${columns} FROM operator_proposal WHERE id = ANY ($1::bigint[])`, [ids])

export const proposalsOf = (sql: Sql, verb: string): Promise<Proposal[]> =>
  sql.query<Proposal>(`SELECT ${columns} FROM operator_proposal WHERE verb = $1 AND done_at IS NOT NULL ORDER BY id`, [
    verb,
  ])

export async function firstUnsignedProposal(sql: Sql): Promise<bigint | undefined> {
  const named = await operators(sql)
  const done = await sql.query<Proposal>(
    `SELECT ${columns} FROM operator_proposal WHERE done_at IS NOT NULL ORDER BY id`,
  )
  return done.find((proposal) => !isSignedByTwo(proposal, named))?.id
}
