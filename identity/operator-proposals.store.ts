import { createHash } from 'node:crypto'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { type LogSigner, sortedJson } from '#kit/operator-log.store.ts'
import { isSignedBy } from '#kit/signed-text.ts'
import { expectOperator, operators } from './operators.store.ts'

/** two: only another operator carries it out · two-or-72h: the one who proposed it too, three days later, unless it was refused. */
export type TwoGuard = 'two' | 'two-or-72h'

/** What is asked for, in the very words of the command line. */
export type Asked = {
  readonly verb: string
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string>>
  /** What the verb said it would change. */
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
}

/** What nobody carried out by then is over. */
const livesMs = 7 * dayMs
/** After so long one word is enough, where a customer waits for it. */
const aloneMs = 72 * hourMs

const columns = `id, verb, args, flags, will, guard, text, hash, proposed_by AS "proposedBy", signature, proposed_at AS "proposedAt",
  expires_at AS "expiresAt", approved_by AS "approvedBy", approval, done_at AS "doneAt", refused_by AS "refusedBy",
  refused_at AS "refusedAt", refusal`

/** From when on whoever proposed it may carry it out alone; undefined where they never may. */
export const aloneFrom = ({ guard, proposedAt }: Pick<Proposal, 'guard' | 'proposedAt'>): Date | undefined =>
  guard === 'two-or-72h' ? addMs(proposedAt, aloneMs) : undefined

/** Writes down what one operator asks for. The caller has looked that they are one. */
export async function propose(tx: Tx, asked: Asked, signer: LogSigner, at: Date): Promise<Proposal> {
  await tx.query('LOCK TABLE operator_proposal IN EXCLUSIVE MODE')
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

/** What both sign: everything that makes this proposal this one. */
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

/** What waits for another operator, the oldest first. */
export const openProposals = (sql: Sql, now: Date): Promise<Proposal[]> =>
  sql.query<Proposal>(
    `SELECT ${columns} FROM operator_proposal WHERE done_at IS NULL AND refused_at IS NULL AND expires_at > $1 ORDER BY id`,
    [now],
  )

/** Why a proposal cannot be carried out or refused any more. @throws ops.proposal_over */
function refuseWhenOver({ doneAt, refusedAt, expiresAt }: Proposal, now: Date): void {
  if (doneAt || refusedAt || expiresAt <= now) fail('ops.proposal_over')
}

const lock = async (tx: Tx, id: bigint): Promise<Proposal> => {
  const [row] = await tx.query<Proposal>(`SELECT ${columns} FROM operator_proposal WHERE id = $1 FOR UPDATE`, [id])
  return row ?? fail('ops.proposal_over')
}

/** Who proposed it signed exactly this, and still may. @throws ops.operator_unknown */
async function expectProposer(tx: Tx, proposal: Proposal, inDemo: boolean): Promise<void> {
  const { proposedBy, signature, text } = proposal
  const proposer = (await operators(tx)).find(
    ({ name, endedAt, isDemo }) => name === proposedBy && !endedAt && (inDemo || !isDemo),
  )
  const isTheirs = proposer && text === textOf(proposal) && isSignedBy(text, signature, proposer.publicKey)
  if (!isTheirs) fail('ops.operator_unknown', { name: proposedBy })
}

/**
 * Gives a second operator's word for a proposal, once; what it asks for happens in the same transaction.
 * @returns it. @throws ops.operator_unknown, ops.proposal_over, ops.two_needed where it is the first one's again, too early
 */
export async function approveProposal(
  tx: Tx,
  id: bigint,
  signer: LogSigner,
  isDemo: boolean,
  now: Date,
): Promise<Proposal> {
  await expectOperator(tx, signer, isDemo)
  const proposal = await lock(tx, id)
  refuseWhenOver(proposal, now)
  await expectProposer(tx, proposal, isDemo)
  const from = aloneFrom(proposal)
  if (proposal.proposedBy === signer.operator && (!from || now < from)) fail('ops.two_needed')
  await tx.query('UPDATE operator_proposal SET approved_by = $2, approval = $3, done_at = $4 WHERE id = $1', [
    id,
    signer.operator,
    signer.sign(proposal.text),
    now,
  ])
  return proposal
}

/** Ends a proposal without carrying it out. @throws ops.proposal_over */
export async function refuseProposal(
  tx: Tx,
  id: bigint,
  refused: { readonly by: string; readonly reason: string; readonly at: Date },
): Promise<void> {
  refuseWhenOver(await lock(tx, id), refused.at)
  await tx.query('UPDATE operator_proposal SET refused_by = $2, refusal = $3, refused_at = $4 WHERE id = $1', [
    id,
    refused.by,
    refused.reason,
    refused.at,
  ])
}

/** Says to the database on whose word this transaction runs: of one operator, or of two by their proposal. */
export async function speakFor(tx: Tx, word: 'one' | bigint): Promise<void> {
  await tx.query("SELECT set_config('glasshouse.word', $1, true)", [word.toString()])
}

/** The first proposal carried out without two right signatures; undefined where there is none. */
export async function firstUnsignedProposal(sql: Sql): Promise<bigint | undefined> {
  const keys = new Map((await operators(sql)).map(({ name, publicKey }) => [name, publicKey]))
  const done = await sql.query<Proposal>(
    `SELECT ${columns} FROM operator_proposal WHERE done_at IS NOT NULL ORDER BY id`,
  )
  const isRight = (text: string, by: string | null, signature: string | null) =>
    isSignedBy(text, signature ?? '', keys.get(by ?? '') ?? '')
  return done.find((proposal) => {
    const text = textOf(proposal)
    const { proposedBy, signature, approvedBy, approval } = proposal
    return !isRight(text, proposedBy, signature) || !isRight(text, approvedBy, approval)
  })?.id
}
