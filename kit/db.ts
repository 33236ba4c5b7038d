/** Stands for one database, the same for its connections and transactions: what is remembered about a database is kept under it. */
export type DbIdentity = object

/** What code may ask of the database. int8 is bigint, numeric is text, timestamptz is Date, jsonb is parsed, bytea is Uint8Array. */
export type Sql = {
  readonly identity: DbIdentity
  /** Whether this is a transaction, whose writes may still be rolled back. */
  readonly inTransaction: boolean
  /**
   * Runs one statement with $1, $2 … parameters. Those of a transaction run in the order they are asked in: one need not be waited for before the
   * next is asked.
   * @param name for statements that are asked all the time: a server keeps it prepared under this name. One text for each name.
   */
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[], name?: string): Promise<Row[]>
}
/** A statement runner inside one open transaction. */
export type Tx = Sql & { readonly inTransaction: true }
export type Db = Sql & {
  /** Runs `work` in one transaction (read committed); rolls back when it throws; tries again on a deadlock or serialization failure. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Runs a script of several statements. */
  exec(script: string): Promise<void>
  /**
   * Hears of what others may be waiting for, as soon as it is committed: the name of the table that was written (kit/schema/1-news.rules.sql).
   * Without a name: something may have been missed. Nobody may rely on it alone. @returns ends it
   */
  hear(hearer: NewsHearer): () => void
  close(): Promise<void>
}
export type TransactionOptions = {
  /** It waits for a lock no longer than so many milliseconds; then it is undone, with SQLSTATE 55P03. */
  readonly lockMs?: number
}
export type NewsHearer = (table: string | undefined) => void
