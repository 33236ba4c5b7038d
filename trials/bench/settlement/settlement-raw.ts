import type { Db } from '#kit/store/db.ts'

export type Before = { readonly posting: bigint; readonly event: bigint; readonly change: string }

export async function standOf(db: Db): Promise<Before> {
  const [row] = await db.query<Before>(
    `SELECT coalesce((SELECT max(id) FROM books.posting), 0) AS posting, coalesce((SELECT max(id) FROM order_event), 0) AS event,
       pg_current_xact_id()::text AS change`,
  )
  if (!row) throw new Error('a database says where it stands')
  return row
}

export type RawWrite = { readonly name: string; readonly text: string }

const others = [
  { name: 'investment_order', key: 'id' },
  { name: 'wallet_team', key: 'serial' },
  { name: 'wallet_star', key: 'wallet_id' },
] as const

/**
 * Prepares a minimal rewrite of all new rows: INSERT .. SELECT into tables with the same indexes and checks, and one UPDATE each of
 * accounts, orders and teams. Omits triggers and foreign keys. Measures each statement.
 */
export async function prepareRaw(db: Db, { posting, event, change }: Before): Promise<readonly RawWrite[]> {
  await db.query(
    'CREATE TABLE raw_posting (LIKE books.posting INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS)',
  )
  await db.query(`INSERT INTO raw_posting SELECT * FROM books.posting WHERE id <= ${posting} ORDER BY id`)
  await db.query('CREATE TABLE raw_entry_key (LIKE books.entry_key INCLUDING INDEXES INCLUDING CONSTRAINTS)')
  await db.query(`INSERT INTO raw_entry_key SELECT * FROM books.entry_key WHERE entry <= ${posting} ORDER BY entry`)
  await db.query('CREATE TABLE raw_event (LIKE order_event INCLUDING INDEXES INCLUDING DEFAULTS)')
  await db.query(
    'CREATE TABLE raw_account (LIKE books.account INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS) WITH (fillfactor = 90)',
  )
  // Reserves space for the next balance, so updates cost the same as in the ledger.
  await db.query('INSERT INTO raw_account SELECT * FROM books.account')
  await db.query(`UPDATE raw_account SET room = repeat('-', 64)`)
  await db.query('VACUUM FULL raw_account')
  await db.query(
    `CREATE TABLE raw_balance AS SELECT DISTINCT ON (account) account, balance FROM (
       SELECT debit AS account, id, debit_balance AS balance FROM books.posting WHERE id > ${posting}
       UNION ALL SELECT credit, id, credit_balance FROM books.posting WHERE id > ${posting}) leg ORDER BY account, id DESC`,
  )
  for (const { name, key } of others) {
    await db.query(`CREATE TABLE raw_${name} (LIKE ${name} INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS)`)
    await db.query(`INSERT INTO raw_${name} SELECT * FROM ${name}`)
    await db.query(
      `CREATE TABLE changed_${name} AS SELECT r.ctid AS place FROM raw_${name} r JOIN ${name} n ON n.${key} = r.${key}
       WHERE n.xmin::text::int8 >= ${change}`,
    )
  }
  await db.query('VACUUM ANALYZE')
  await db.query('CHECKPOINT')
  return [
    {
      name: 'keys',
      text: `INSERT INTO raw_entry_key SELECT * FROM books.entry_key WHERE entry > ${posting} ORDER BY entry`,
    },
    { name: 'postings', text: `INSERT INTO raw_posting SELECT * FROM books.posting WHERE id > ${posting} ORDER BY id` },
    {
      name: 'events of orders',
      text: `INSERT INTO raw_event SELECT * FROM order_event WHERE id > ${event} ORDER BY id`,
    },
    {
      name: 'accounts',
      text: 'UPDATE raw_account a SET balance = b.balance, room = NULL FROM raw_balance b WHERE a.id = b.account',
    },
    ...others.map(({ name, key }) => ({
      name: `changed in ${name}`,
      text: `UPDATE raw_${name} r SET ${key} = r.${key} FROM changed_${name} c WHERE r.ctid = c.place`,
    })),
  ]
}

/** Two checksums: balances by account name, and postings by content. Equal ledgers match. */
export async function booksOf(db: Db): Promise<string> {
  const [row] = await db.query<{ books: string }>(
    `SELECT (SELECT sum(hashtextextended(concat_ws('|', owner, purpose, asset, balance), 0)::numeric) FROM balance WHERE balance <> 0)::text || ' '
       || (SELECT sum(hashtextextended(concat_ws('|', key, amount, asset, code, ref, happened_at), 0)::numeric) FROM record LEFT JOIN entry USING (lane, id))::text AS books`,
  )
  return row?.books ?? ''
}
