import type { ChainId } from '#kit/chains.ts'
import type { Sql, Tx } from '#kit/db.ts'

/**
 * - deep_reorg: booked deposits lost their block
 * - changed_deposit: a deposit came back with another amount
 * - unbookable: a deposit is more than the ledger can hold
 * - chain_lost: more blocks vanished than we remember
 * - nonce_taken: somebody else sent from our address
 * - nonce_ahead: the chain knows more of our payments than this database (an old backup?)
 * - signer_refused: the signer did not sign a payment
 * - signer_memory: the signer's memory has lost its end, so it signs nothing
 * - signer_full: the signer has signed its cap of gas or of something else in 24 hours; it goes on when there is room again
 * - silent_transfer: a payment succeeded and moved nothing
 * - payment_gone: a payment was booked as over, and is not on the chain any more, or ended there in another way
 * - corrected_back: a deposit whose credit was corrected is on the chain again
 * - books_short: the chain has less than the ledger says; books_over: it has more
 * - books_stale: chain and ledger could not be compared for too long
 * - deposit_gone: a booked deposit is not on the chain any more
 * - address_changed: the signer derives another address than the kept one
 * - hot_low: the stock that withdrawals are paid from needs a refill; hot_high: it holds more than it should
 * - cap_full: the payout contract has paid its cap of a coin in 24 hours, or is paused
 * - payment_stuck: no block takes a payment, whatever fee it offers
 * - gas_low: the account that pays for sweeping on TRON needs TRX
 * - sweep_failed: a deposit address on TRON could not be emptied; it is tried again later
 * - word_unsigned: an operator, an approver, a proposal, an approval or a line of the log stands without its signatures
 */
export type IncidentKind =
  | 'deep_reorg'
  | 'changed_deposit'
  | 'unbookable'
  | 'chain_lost'
  | 'nonce_taken'
  | 'nonce_ahead'
  | 'signer_refused'
  | 'signer_memory'
  | 'signer_full'
  | 'silent_transfer'
  | 'payment_gone'
  | 'corrected_back'
  | 'books_short'
  | 'books_over'
  | 'books_stale'
  | 'deposit_gone'
  | 'address_changed'
  | 'hot_low'
  | 'hot_high'
  | 'cap_full'
  | 'payment_stuck'
  | 'gas_low'
  | 'sweep_failed'
  | 'word_unsigned'

export type Incident = {
  readonly chain: ChainId
  readonly kind: IncidentKind
  /** Whether payments on this chain stop until a person has looked. */
  readonly halts: boolean
  readonly detail: Readonly<Record<string, string>>
  readonly at: Date
}

/** Writes an incident down. A person has to look at it. */
export const reportIncident = async (sql: Sql, { chain, kind, halts, detail, at }: Incident): Promise<void> => {
  await sql.query('INSERT INTO chain_incident (chain, kind, halts, detail, at) VALUES ($1, $2, $3, $4, $5)', [
    chain,
    kind,
    halts,
    JSON.stringify(detail),
    at,
  ])
}

/** Reports an incident only once: not while one with the same chain, kind and value of the field `by` is open. */
export async function reportOnce(sql: Sql, incident: Incident, by: string): Promise<void> {
  const open = await openIncidentsOf(sql, incident.chain, incident.kind)
  if (open.every(({ detail }) => detail[by] !== incident.detail[by])) await reportIncident(sql, incident)
}

export type OpenIncident = Incident & { readonly id: bigint }

/** Open incidents, the oldest first. */
export const openIncidents = (sql: Sql): Promise<OpenIncident[]> =>
  sql.query<OpenIncident>(
    'SELECT id, chain, kind, halts, detail, at FROM chain_incident WHERE resolved_at IS NULL ORDER BY id',
  )

/** Incidents written down after one, looked at or not, the oldest first. For telling each once. */
export const incidentsAfter = (sql: Sql, id: bigint, limit: number): Promise<OpenIncident[]> =>
  sql.query<OpenIncident>(
    'SELECT id, chain, kind, halts, detail, at FROM chain_incident WHERE id > $1 ORDER BY id LIMIT $2',
    [id, limit],
  )

/** An incident as everybody may know it: its detail can name a withdrawal, what was found is an operator's words. */
export type ToldIncident = {
  readonly chain: ChainId
  readonly kind: IncidentKind
  readonly halts: boolean
  readonly coin: string | null
  readonly since: Date
  readonly until: Date | null
}

/** Incidents with their ends: all that are open, then the latest. */
export const toldIncidents = (sql: Sql, limit: number): Promise<ToldIncident[]> =>
  sql.query<ToldIncident>(
    `SELECT chain, kind, halts, detail->>'coin' AS coin, at AS since, resolved_at AS until FROM chain_incident
     WHERE kind <> 'hot_high' ORDER BY resolved_at IS NULL DESC, id DESC LIMIT $1`,
    [limit],
  )

/** What is still to be looked at on one chain, of one kind. */
export const openIncidentsOf = (sql: Sql, chain: ChainId, kind: IncidentKind): Promise<OpenIncident[]> =>
  sql.query<OpenIncident>(
    `SELECT id, chain, kind, halts, detail, at FROM chain_incident
     WHERE chain = $1 AND kind = $2 AND resolved_at IS NULL ORDER BY id`,
    [chain, kind],
  )

/** Why payments on a chain stand still; undefined while they do not. */
export async function haltOf(sql: Sql, chain: ChainId): Promise<IncidentKind | undefined> {
  const [row] = await sql.query<{ kind: IncidentKind }>(
    'SELECT kind FROM chain_incident WHERE chain = $1 AND halts AND resolved_at IS NULL ORDER BY id LIMIT 1',
    [chain],
  )
  return row?.kind
}

/** Everything for which payments on a chain stand still, the oldest first. */
export const haltsOf = async (sql: Sql, chain: ChainId): Promise<readonly IncidentKind[]> =>
  (
    await sql.query<{ kind: IncidentKind }>(
      'SELECT kind FROM chain_incident WHERE chain = $1 AND halts AND resolved_at IS NULL ORDER BY id',
      [chain],
    )
  ).map(({ kind }) => kind)

/** Closes an incident, with what was found; payments go on when no other halts them. @returns whether it was open. */
export async function resolveIncident(tx: Tx, id: bigint, resolution: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE chain_incident SET resolved_at = $2, resolution = $3 WHERE id = $1 AND resolved_at IS NULL RETURNING id',
    [id, at, resolution],
  )
  return rows.length > 0
}
