/** What code may ask of the database. Both adapters answer alike: int8 is bigint, numeric is text, timestamptz is Date, jsonb is parsed, bytea is Uint8Array. */
export type Sql = {
  /** Runs one statement with $1, $2 … parameters. */
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>
}
/** A statement runner inside one open transaction. */
export type Tx = Sql & { readonly inTransaction: true }
export type Db = Sql & {
  readonly kind: 'embedded' | 'postgres'
  /** Runs `work` in one transaction (read committed); rolls back when it throws; tries again on a deadlock or serialization failure. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs a script of several statements. */
  exec(script: string): Promise<void>
  close(): Promise<void>
}
