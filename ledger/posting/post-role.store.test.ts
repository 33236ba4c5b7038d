import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { sqlState } from '#engine/sql-state.server.ts'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { audit } from '../audit.store.ts'
import { fingerprintsOf, forgedEntry } from '../test/test-forge.ts'
import { available, outside, poolFree } from './chart.ts'
import { ledgerOf } from './ledger.store.ts'

/** Attacks with any SQL on the product's connection, then as a superuser. */

const ana = 'ANA0000000' as WalletId
const ben = 'BEN0000000' as WalletId
const at = new Date('2026-11-21T10:00:00Z')
const noRight = '42501'

let db: Db
let id: { ana: bigint; ben: bigint; pool: bigint }

const books = () =>
  db.query(`SELECT (SELECT jsonb_agg(to_jsonb(a) ORDER BY id) FROM balance a) AS accounts,
    (SELECT count(*) FROM record) AS postings, (SELECT count(*) FROM entry) AS keys, (SELECT count(*) FROM movement) AS movements`)

async function refused(script: string, state?: string, on: Db = db) {
  const before = await books()
  let error: unknown
  await on.exec(`BEGIN; ${script}; COMMIT`).catch((thrown: unknown) => {
    error = thrown
  })
  await on.exec('ROLLBACK')
  expect(error, script).toBeInstanceOf(Error)
  if (state) expect(sqlState(error), `${script}\n${error}`).toBe(state)
  expect(await books(), script).toEqual(before)
}

/** A posting missing in the movement table, but with consistent balances. */
const theft =
  () => `INSERT INTO books.posting (id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, happened_at)
  SELECT n.id, n.id, d.id, c.id, 5, d.balance - 5, c.balance + 5, 1, 4, now()
  FROM (SELECT max(id) + 1 AS id FROM record) n, balance d, balance c WHERE d.id = ${id.ana} AND c.id = ${id.pool}`

beforeAll(async () => {
  db = await testDb()
  const give = (wallet: WalletId) =>
    ({ from: outside('bsc'), to: available(wallet), asset: 'USDT', units: 1_000n, code: 2 }) as const
  const capital = {
    from: outside('bsc'),
    to: { owner: 'house', purpose: 'capital' },
    asset: 'USDT',
    units: 1_000n,
  } as const
  const pool = {
    from: { owner: 'house', purpose: 'capital' },
    to: poolFree('dual'),
    asset: 'USDT',
    units: 100n,
  } as const
  await ledgerOf(db).submit({ key: 'start', at, postings: [give(ana), give(ben), capital, pool] })
  const rows = await db.query<{ id: bigint }>(
    "SELECT id FROM balance WHERE asset = 1 AND owner IN ('wallet:ANA0000000', 'wallet:BEN0000000', 'pool:dual') ORDER BY id",
  )
  const owners = await db.query<{ id: bigint; owner: string }>('SELECT id, owner FROM balance')
  const of = (owner: string) => owners.find((row) => row.owner === owner)?.id ?? 0n
  expect(rows).toHaveLength(3)
  id = { ana: of(`wallet:${ana}`), ben: of(`wallet:${ben}`), pool: of('pool:dual') }
})
afterAll(() => db.close())

const ways = () => [
  theft(),
  `UPDATE books.account SET balance = balance + 5 WHERE id = ${id.ana}`,
  `WITH x AS (UPDATE books.account SET balance = 5 RETURNING 1) SELECT * FROM x`,
  `INSERT INTO books.account (owner, purpose, asset, class) VALUES ('issued', 'mine', 1, 25)`,
  `DELETE FROM books.posting`,
  `TRUNCATE books.posting`,
  `MERGE INTO books.posting p USING (SELECT 1) x ON true WHEN MATCHED THEN UPDATE SET amount = 1`,
  `INSERT INTO books.movement SELECT from_class, to_class, asset, 7, 'any', 'mine' FROM movement WHERE code = 4`,
  `UPDATE books.movement SET bond = 'any'`,
  `DELETE FROM books.entry_key`,
  `INSERT INTO books.entry_key VALUES (0, 'mine', 1)`,
  `ALTER TABLE books.posting DISABLE TRIGGER ALL`,
  `ALTER TABLE books.account DISABLE TRIGGER by_the_ledger`,
  `ALTER TABLE books.account OWNER TO glasshouse`,
  `ALTER TABLE books.account ADD COLUMN mine int`,
  `DROP TABLE books.posting CASCADE`,
  `DROP TRIGGER by_the_ledger ON books.account`,
  `CREATE TRIGGER mine BEFORE INSERT ON books.posting FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  `CREATE RULE mine AS ON INSERT TO books.posting DO INSTEAD NOTHING`,
  `SELECT setval('books.posting_id', 1)`,
  `SELECT nextval('books.account_id')`,
  `CREATE FUNCTION books.mine() RETURNS void LANGUAGE sql AS 'SELECT 1'`,
  `CREATE FUNCTION public.mine() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'`,
  `CREATE OR REPLACE FUNCTION books.belong_together(bond text, a text, b text, c text, d text, e text) RETURNS bool LANGUAGE sql AS 'SELECT true'`,
  `ALTER FUNCTION books.post_entries SET search_path = pg_temp, books`,
  `GRANT UPDATE ON books.account TO glasshouse; UPDATE books.account SET balance = 5`,
  `CREATE OR REPLACE VIEW balance AS SELECT * FROM books.account`,
  `UPDATE books.kept_month SET units_in = units_in + 5`,
  `INSERT INTO books.kept_until VALUES (0, ${id.ana}, '${ana}', 1)`,
  `DELETE FROM books.kept_record`,
  `UPDATE balance SET balance = balance + 5 WHERE id = ${id.ana}`,
  `DELETE FROM record`,
  `SET LOCAL session_replication_role = replica`,
  `ALTER SYSTEM SET session_replication_role = replica`,
  `COPY books.account TO '/tmp/books'`,
]

describe('whoever has the product’s connection', () => {
  it('has no other way into the books than their functions', async () => {
    for (const way of ways())
      await refused(
        way,
        way.startsWith('UPDATE balance') || way.startsWith('DELETE FROM record')
          ? undefined
          : way.startsWith('ALTER SYSTEM')
            ? undefined
            : noRight,
      )
  })

  it('is not let through by functions, triggers and tables of their own', async () => {
    const own = (body: string) =>
      `CREATE FUNCTION pg_temp.mine() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN ${body}; END $f$; SELECT pg_temp.mine()`
    await refused(own(`UPDATE books.account SET balance = 5 WHERE id = ${id.ana}`), noRight)
    await refused(own(theft()), noRight)
    const bait = (body: string) => `CREATE TEMP TABLE bait (id int8);
      CREATE FUNCTION pg_temp.bite() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN ${body}; RETURN NULL; END $f$;
      CREATE TRIGGER bite AFTER INSERT ON bait FOR EACH ROW EXECUTE FUNCTION pg_temp.bite(); INSERT INTO bait VALUES (1)`
    await refused(bait(`UPDATE books.account SET balance = 5 WHERE id = ${id.ana}`), noRight)
  })

  it('gives the functions no table or operator that stands in for theirs', async () => {
    const attack = forgedEntry({ debit: id.ana, credit: id.pool, amount: 5n, code: 4, key: 's3' })
    await refused(attack, 'GH002')
    const temporary = (how: 'GRANT' | 'REVOKE') =>
      asOwner(
        db,
        `DO $$ BEGIN EXECUTE format('${how} TEMPORARY ON DATABASE %I ${how === 'GRANT' ? 'TO' : 'FROM'} glasshouse', current_database()); END $$`,
      )
    await refused('CREATE TEMP TABLE movement AS SELECT * FROM public.movement', noRight)
    await temporary('GRANT')
    await refused(
      `CREATE TEMP TABLE movement AS SELECT * FROM public.movement;
       INSERT INTO movement SELECT d.class, c.class, 1, 4, 'any', 'mine' FROM balance d, balance c WHERE d.id = ${id.ana} AND c.id = ${id.pool};
       SET LOCAL search_path = pg_temp, public; ${attack}`,
      'GH002',
    )
    await refused(
      `CREATE FUNCTION pg_temp.yes(text, text) RETURNS bool LANGUAGE sql AS 'SELECT true';
       CREATE FUNCTION pg_temp.belong_together(text, text, text, text, text, text) RETURNS bool LANGUAGE sql AS 'SELECT true';
       CREATE OPERATOR pg_temp.= (LEFTARG = text, RIGHTARG = text, FUNCTION = pg_temp.yes); SET LOCAL search_path = pg_temp, pg_catalog, public; ${attack}`,
      'GH002',
    )
    await temporary('REVOKE')
  })

  it('signs in on a server as somebody who owns nothing and becomes nobody else', async () => {
    const [row] = await db.query<{ name: string }>('SELECT current_database()::text AS name')
    await asOwner(
      db,
      `DROP ROLE IF EXISTS glasshouse_test; CREATE ROLE glasshouse_test LOGIN PASSWORD 'only-a-test' IN ROLE glasshouse`,
    )
    const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), {
      pathname: `/${row?.name}`,
      username: 'glasshouse_test',
      password: 'only-a-test',
    })
    const login = postgresDb(url.href, { connectionsMax: 1 })
    try {
      for (const role of ['glasshouse_ledger', 'postgres', 'NONE', 'pg_write_all_data'])
        await refused(`SET ROLE ${role}; UPDATE books.account SET balance = 5`, noRight, login)
      await refused('SET SESSION AUTHORIZATION postgres', noRight, login)
      await refused('RESET ROLE; UPDATE books.account SET balance = 5', noRight, login)
      await refused('GRANT glasshouse_ledger TO glasshouse_test', noRight, login)
      for (const way of ways()) await refused(way, undefined, login)
      expect(await login.query('SELECT count(*) > 0 AS reads FROM balance')).toEqual([{ reads: true }])
    } finally {
      await login.close()
      await asOwner(db, 'DROP ROLE glasshouse_test')
    }
  })
})

describe('whoever may do anything on the server', () => {
  it('is refused too, until they switch a guard off, which the audit tells', async () => {
    for (const way of [
      theft(),
      `UPDATE books.account SET balance = balance + 5 WHERE id = ${id.ana}`,
      `INSERT INTO books.account (owner, purpose, asset, class) VALUES ('issued', 'mine', 1, 25)`,
      'UPDATE books.posting SET amount = amount + 1',
      'DELETE FROM books.posting WHERE false',
      'TRUNCATE books.posting',
      'TRUNCATE books.account CASCADE',
      "UPDATE books.movement SET bond = 'any'",
      'TRUNCATE books.account_class CASCADE',
      "INSERT INTO books.entry_key VALUES (0, 'mine', 1)",
      'UPDATE books.entry_key SET entry = 1',
      `INSERT INTO books.kept_until VALUES (0, ${id.ana}, '${ana}', 1)`,
      'DELETE FROM books.kept_record',
      'UPDATE books.kept_month SET units_in = 5',
      'TRUNCATE books.kept_day',
      'UPDATE books.kept_order SET units_out = 5',
    ])
      await refused(`SET LOCAL ROLE NONE; ${way}`, 'GH001')
    for (const change of [
      `floor = NULL`,
      `floor = -5`,
      `holder = '${ben}'`,
      'class = 17',
      `owner = 'pool:dual'`,
      'asset = 2',
    ])
      await refused(
        `SET LOCAL ROLE glasshouse_ledger; UPDATE books.account SET ${change} WHERE id = ${id.ana}`,
        'GH001',
      )
  })
})

describe('the ledger’s functions prove what they write', () => {
  it('and take no columns that would write a posting twice, or one nobody counted', async () => {
    const [a, b] = [id.ana, id.ben].sort((x, y) => (x < y ? -1 : 1))
    const call = (
      keys: string,
      heads: string,
      places: string,
      { amounts = '1,1', codes = '4,4', accounts = `${a},${b}`, changes = '0,0' } = {},
    ) =>
      `SELECT books.post_entries(0, '{${accounts}}', '${keys}', '${heads}', '{NULL,NULL}', '{2026-11-21,2026-11-21}', '{${places}}',
        '{${places.replaceAll('1', 'x').replaceAll('2', '1').replaceAll('x', '2')}}', '{${amounts}}', '{${codes}}', '{${changes}}', ${fingerprintsOf(accounts.split(',').map(BigInt))})`
    await refused(call('{u1,u2}', '{1,3}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,0}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{0,2}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{2,2}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,NULL}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{NULL,2}', '1,1'), 'GH002')
    await refused(call('{u1,u2,u3}', '{1,2}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,2,3}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,1', { amounts: '1,1,1' }), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,1', { codes: '4' }), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,1', { changes: '0' }), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,1', { accounts: `${b},${a}` }), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,1', { accounts: `${a},${a}` }), 'GH002')
    await refused(call('{u1,u1}', '{1,2}', '1,1'), '23505')
    await refused(call('{u1,NULL}', '{1,2}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,1}', '1,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,3'), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '3,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,NULL'), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', 'NULL,1'), 'GH002')
    await refused(call('{u1,u2}', '{1,2}', '1,1', { amounts: '1,NULL' }))
    await refused(call('{u1,u2}', '{1,2}', '1,1', { amounts: '1,-1' }))
    const many = Array.from({ length: 1_025 }, () => '1').join()
    await refused(call('{u1}', '{1025}', many), 'GH002')
  })

  it('and write what they decide, whatever the caller says the balances will change by', async () => {
    const [a, b] = [id.ana, id.ben].sort((x, y) => (x < y ? -1 : 1))
    const balances = async () =>
      (await db.query<{ balance: bigint }>('SELECT balance FROM balance ORDER BY id')).map((row) => row.balance)
    const before = await balances()
    let expected = before
    for (const [place, changes] of [
      '{0,0}',
      '{-1,1}',
      '{1,-1}',
      '{-5000,5000}',
      '{5000,-5000}',
      '{NULL,NULL}',
      '{9000000000000000000,1}',
    ].entries()) {
      const [row] = await db.query(
        `SELECT verdicts, lacking FROM books.post_entries(0, '{${a},${b}}', '{w${place},x${place}}', '{1,2}', '{NULL,NULL}', '{2026-11-21,2026-11-21}', '{1,2}', '{2,1}', '{1,9999}', '{4,4}', '${changes}', ${fingerprintsOf([a, b].map((each) => each ?? 0n))})`,
      )
      expect(row, changes).toEqual({ verdicts: ['posted', 'insufficient'], lacking: [null, 1] })
      const rows = await db.query<{ id: bigint }>('SELECT id FROM balance ORDER BY id')
      expected = expected.map((balance, at) =>
        rows[at]?.id === a ? balance - 1n : rows[at]?.id === b ? balance + 1n : balance,
      )
      expect(await balances(), changes).toEqual(expected)
    }
    expect(await audit(db)).toEqual([])
  })

  it('also for one posting alone', async () => {
    const call = (
      debit: bigint,
      credit: bigint,
      amount: bigint | null,
      code: number | null,
      key: string | null = 'v1',
    ) => forgedEntry({ debit, credit, amount, code, key })
    await refused(call(id.ana, id.pool, 1n, 8), 'GH002')
    await refused(call(id.ana, id.ben, 1n, 3), 'GH002')
    await refused(call(id.ana, id.ben, 1n, null), 'GH002')
    await refused(call(id.ana, 99_999n, 1n, 4), '40001')
    await refused(call(99_999n, id.ana, 1n, 4), '40001')
    await refused(call(id.ana, id.ana, 1n, 4), 'GH002')
    await refused(call(id.ana, id.ben, 0n, 4), '23514')
    await refused(call(id.ana, id.ben, -1n, 4))
    await refused(call(id.ana, id.ben, null, 4))
    await refused(call(id.ana, id.ben, 1n, 4, null), 'GH002')
    await refused(call(id.ana, id.ben, 1n, 4, ''), '23514')
  })

  it('go by index however small the tables were when their plans were made, and look for names only where ours are', async () => {
    const rows = await db.query<{ proname: string; proconfig: string[] | null }>(
      `SELECT proname, proconfig FROM pg_proc WHERE pronamespace = 'books'::regnamespace AND prosecdef ORDER BY proname`,
    )
    expect(rows.map(({ proname }) => proname)).toEqual([
      'begin_month',
      'find_accounts',
      'keep_history',
      'post_entries',
      'post_found',
    ])
    for (const { proname, proconfig } of rows) {
      if (proname !== 'begin_month') expect(proconfig, proname).toContain('enable_seqscan=off')
      expect(proconfig, proname).toContain('search_path=books, pg_temp')
    }
  })

  it('and leave the books in order', async () => {
    expect(await audit(db)).toEqual([])
  })
})
