import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'

/**
 * - deep_reorg: booked deposits lost their block
 * - changed_deposit: a deposit reappeared with a different amount
 * - unbookable: exceeds the ledger's range
 * - chain_lost: more blocks vanished than we store
 * - nonce_taken: someone else sent from our address
 * - nonce_ahead: the chain has more of our payments than this database (an old backup?)
 * - signer_refused: the signer did not sign a payment
 * - signer_memory: the signer's journal lost its end, so it signs nothing
 * - signer_full: a 24-hour cap is reached; signing continues when capacity frees up
 * - silent_transfer: a payment succeeded and moved nothing
 * - payment_gone: a payment booked as final left the chain or ended differently
 * - corrected_back: a deposit whose credit was corrected is on the chain again
 * - books_short: the chain has less than the ledger; books_over: more
 * - books_stale: not compared for too long
 * - deposit_gone: a booked deposit left the chain
 * - address_changed: the signer derives a different address than stored
 * - hot_low: the hot wallet needs a refill; hot_high: it holds too much
 * - cap_full: the payout contract reached a coin's 24-hour cap, or is paused
 * - payment_stuck: no block takes a payment at any fee
 * - gas_low: the account that pays for TRON sweeps needs TRX
 * - sweep_failed: a TRON deposit address could not be swept; retried later
 * - word_unsigned: an operator, approver, proposal, approval or log entry lacks signatures
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
  /** Halts payments until someone resolves the incident. */
  readonly halts: boolean
  readonly detail: Readonly<Record<string, string>>
  readonly at: Date
}

export const reportIncident = async (sql: Sql, { chain, kind, halts, detail, at }: Incident): Promise<void> => {
  await sql.query('INSERT INTO chain_incident (chain, kind, halts, detail, at) VALUES ($1, $2, $3, $4, $5)', [
    chain,
    kind,
    halts,
    JSON.stringify(detail),
    at,
  ])
}

/** Skips the report while an incident with the same chain, kind and value of field `by` is open. */
export async function reportOnce(sql: Sql, incident: Incident, by: string): Promise<void> {
  const open = await openIncidentsOf(sql, incident.chain, incident.kind)
  if (open.every(({ detail }) => detail[by] !== incident.detail[by])) await reportIncident(sql, incident)
}

export type OpenIncident = Incident & { readonly id: bigint }

/** Oldest first. */
export const openIncidents = (sql: Sql): Promise<OpenIncident[]> =>
  sql.query<OpenIncident>(
    'SELECT id, chain, kind, halts, detail, at FROM chain_incident WHERE resolved_at IS NULL ORDER BY id',
  )

/** Open or resolved, oldest first. */
export const incidentsAfter = (sql: Sql, id: bigint, limit: number): Promise<OpenIncident[]> =>
  sql.query<OpenIncident>(
    'SELECT id, chain, kind, halts, detail, at FROM chain_incident WHERE id > $1 ORDER BY id LIMIT $2',
    [id, limit],
  )

/** Omits the detail, which may name a withdrawal, and the resolution, an operator's text. */
export type ToldIncident = {
  readonly chain: ChainId
  readonly kind: IncidentKind
  readonly halts: boolean
  readonly coin: string | null
  readonly since: Date
  readonly until: Date | null
}

/** Open incidents first, then the latest. */
export const toldIncidents = (sql: Sql, limit: number): Promise<ToldIncident[]> =>
  sql.query<ToldIncident>(
    `SELECT chain, kind, halts, detail->>'coin' AS coin, at AS since, resolved_at AS until FROM chain_incident
     WHERE kind <> 'hot_high' ORDER BY resolved_at IS NULL DESC, id DESC LIMIT $1`,
    [limit],
  )

export const openIncidentsOf = (sql: Sql, chain: ChainId, kind: IncidentKind): Promise<OpenIncident[]> =>
  sql.query<OpenIncident>(
    `SELECT id, chain, kind, halts, detail, at FROM chain_incident
     WHERE chain = $1 AND kind = $2 AND resolved_at IS NULL ORDER BY id`,
    [chain, kind],
  )

/** Undefined while payments run. */
export async function haltOf(sql: Sql, chain: ChainId): Promise<IncidentKind | undefined> {
  const [row] = await sql.query<{ kind: IncidentKind }>(
    'SELECT kind FROM chain_incident WHERE chain = $1 AND halts AND resolved_at IS NULL ORDER BY id LIMIT 1',
    [chain],
  )
  return row?.kind
}

/** Oldest first. */
export const haltsOf = async (sql: Sql, chain: ChainId): Promise<readonly IncidentKind[]> =>
  (
    await sql.query<{ kind: IncidentKind }>(
      'SELECT kind FROM chain_incident WHERE chain = $1 AND halts AND resolved_at IS NULL ORDER BY id',
      [chain],
    )
  ).map(({ kind }) => kind)

/** Payments resume when no other incident halts them. @returns whether the incident was open. */
export async function resolveIncident(tx: Tx, id: bigint, resolution: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE chain_incident SET resolved_at = $2, resolution = $3 WHERE id = $1 AND resolved_at IS NULL RETURNING id',
    [id, at, resolution],
  )
  return rows.length > 0
}
