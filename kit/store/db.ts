/** Cache key of a database, shared by its connections and transactions. */
export type DbIdentity = object

/** int8 is bigint, numeric is text, timestamptz is Date, jsonb is parsed, bytea is Uint8Array. */
export type Sql = {
  readonly identity: DbIdentity
  readonly inTransaction: boolean
  /**
   * Parameters are $1, $2 … Statements of a transaction are pipelined in order and need no await between them. @param name prepares a
   * frequent statement; each name has one text
   */
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[], name?: string): Promise<Row[]>
}
export type Tx = Sql & { readonly inTransaction: true }
export type Db = Sql & {
  /** Read committed. Rolls back on an exception; retries on a deadlock or serialization failure. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  exec(script: string): Promise<void>
  /**
   * Subscribes to committed writes, by table name (kit/schema/1-notify.rules.sql). An undefined name means that notifications may be lost, so
   * poll too. @returns unsubscribe
   */
  hear(hearer: NotificationListener): () => void
  close(): Promise<void>
}
export type TransactionOptions = {
  /** Lock timeout in milliseconds; fails with SQLSTATE 55P03. */
  readonly lockMs?: number
}
export type NotificationListener = (table: string | undefined) => void
