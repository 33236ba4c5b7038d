import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#kit/db.ts'
import { sqlState } from '#kit/db-pool.store.ts'
import type { WalletId } from '#kit/ids.ts'
import { testDb } from '#kit/test-db.ts'
import { audit } from './audit.store.ts'
import { available, outside, poolFree } from './chart.ts'
import { ledgerOf } from './ledger.store.ts'

/**
 * The triggers let the ledger's own functions pass by reading the call stack. Here somebody who may write any SQL, and make
 * functions, tables and triggers of their own, tries to look like them.
 */

const ana = 'ANA0000000' as WalletId
const ben = 'BEN0000000' as WalletId
const at = new Date('2026-11-21T10:00:00Z')
const signature =
  'public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[],bigint[],bigint[])'
const columns = 'lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, happened_at'

let db: Db
let id: { ana: bigint; ben: bigint; pool: bigint }

const books = () =>
  db.query(`SELECT (SELECT jsonb_agg(to_jsonb(a) ORDER BY id) FROM account a) AS accounts,
    (SELECT count(*) FROM posting) AS postings, (SELECT count(*) FROM movement) AS movements`)

/** Everything an attack makes for itself is undone with it, so that the next one starts as this one did. */
async function refused(script: string, state?: string) {
  const before = await books()
  let error: unknown
  await db.exec(`BEGIN; ${script}; COMMIT`).catch((thrown: unknown) => {
    error = thrown
  })
  await db.exec('ROLLBACK')
  expect(error, script).toBeInstanceOf(Error)
  if (state) expect(sqlState(error), `${script}\n${error}`).toBe(state)
  expect(await books(), script).toEqual(before)
}

/** A posting from Ana to the pool, which the table does not know, with balances that follow. */
const theft = (key: string) => `INSERT INTO posting (${columns})
  SELECT 0, n.id, n.id, '${key}', d.id, c.id, 5, d.balance - 5, c.balance + 5, 1, 4, now()
  FROM (SELECT nextval('posting_id') AS id) n, account d, account c WHERE d.id = ${id.ana} AND c.id = ${id.pool}`
/** What proves the accounts of a list of numbers, as SQL. */
const proofsOf = (accounts: string) =>
  `(SELECT array_agg(coalesce(k.proof, 0) ORDER BY u.place) FROM unnest('{${accounts}}'::int8[]) WITH ORDINALITY AS u (id, place) LEFT JOIN public.account k ON k.id = u.id)`
const proofOf = (account: bigint) => `(SELECT proof FROM public.account WHERE id = ${account})`
/** The text of a statement inside one of the ledger's functions, as the stack shows it. */
const statementOf = async (name: string, start: string): Promise<string> => {
  const [row] = await db.query<{ prosrc: string }>('SELECT prosrc FROM pg_proc WHERE proname = $1', [name])
  const line = row?.prosrc.split('\n').find((text) => text.trim().startsWith(start))
  return line?.trim().replace(/;$/, '') ?? ''
}

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
    "SELECT id FROM account WHERE asset = 1 AND owner IN ('wallet:ANA0000000', 'wallet:BEN0000000', 'pool:dual') ORDER BY id",
  )
  const owners = await db.query<{ id: bigint; owner: string }>('SELECT id, owner FROM account')
  const of = (owner: string) => owners.find((row) => row.owner === owner)?.id ?? 0n
  expect(rows).toHaveLength(3)
  id = { ana: of(`wallet:${ana}`), ben: of(`wallet:${ben}`), pool: of('pool:dual') }
})
afterAll(() => db.close())

describe('whoever is not the ledger is not taken for it', () => {
  it('whatever they write into their statement', async () => {
    const insert = await statementOf('post_entries', 'INSERT INTO public.posting')
    const updates = [
      await statementOf('post_entries', 'WITH changed AS (UPDATE public.account'),
      await statementOf('post_entries', 'UPDATE public.account'),
    ]
    for (const text of [insert, ...updates]) expect(text.length).toBeGreaterThan(100)
    const frame = `"\nPL/pgSQL function ${signature} line 1 at SQL statement`
    const execute = (text: string) => `DO $do$ BEGIN EXECUTE $x$${text}$x$; END $do$`
    for (const claim of [frame, `SQL statement "${insert}${frame}`]) {
      await refused(execute(`${theft('f1')} /*${claim}*/`), 'GH002')
      await refused(execute(`/*${claim}*/ ${theft('f1')}`), 'GH002')
    }
    for (const claim of [frame, ...updates.map((update) => `SQL statement "${update}${frame}`)]) {
      await refused(execute(`UPDATE account SET balance = 5 WHERE id = ${id.ana} /*${claim}*/`), 'GH001')
      await refused(execute(`/*${claim}*/ UPDATE account SET balance = 5 WHERE id = ${id.ana}`), 'GH001')
    }
    // The ledger's own words, with what follows them in the stack: no statement can go on like that.
    for (const update of updates) await refused(execute(`${update}${frame}`), '42601')
    await refused(execute(`${insert}${frame}`), '42601')
  })

  it('under its functions’ names in a schema of their own, with its very statements', async () => {
    const update = await statementOf('post_entries', 'UPDATE public.account')
    const first = await statementOf('post_entries', 'WITH changed AS (UPDATE public.account')
    const forge = (schema: string, path: string, statement: string) => `CREATE SCHEMA IF NOT EXISTS ${schema};
      CREATE FUNCTION ${schema}.post_entries(in_lane int4, accounts int8[], c text[], d int4[], e text[], f timestamptz[], g int4[], h int4[], i int8[],
        j int2[], changes int8[], proofs int8[])
      RETURNS void LANGUAGE plpgsql SET search_path = ${path} AS $f$
      DECLARE balances int8[]; ids int8[]; written int8[]; floors int8[]; sorts int8[]; holders text[]; true_proofs int8[];
      BEGIN
        SELECT array_agg(balance + 5) INTO balances FROM public.account WHERE id = ${id.ana};
        ${statement};
      END $f$;
      SELECT ${schema}.post_entries(0, '{${id.ana}}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{5}', '{0}')`
    for (const text of [update, `${first} INTO ids, balances, written, floors, sorts, holders, true_proofs`]) {
      await refused(forge('evil', 'evil', text), 'GH001')
      await refused(forge('"public.post_entries"', 'pg_catalog', text), 'GH001')
      await refused(
        forge('evil', 'pg_catalog', text).replaceAll('evil.post_entries', 'evil."public.post_entries"'),
        'GH001',
      )
    }
  })

  it('from a trigger of their own, however deep', async () => {
    const make = (body: string) => `CREATE TABLE bait (id int8);
      CREATE FUNCTION bite() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN ${body}; RETURN NULL; END $f$;
      CREATE TRIGGER bite AFTER INSERT ON bait FOR EACH ROW EXECUTE FUNCTION bite(); INSERT INTO bait VALUES (1)`
    await refused(make(`UPDATE account SET balance = balance + 5 WHERE id = ${id.ana}`), 'GH001')
    await refused(make(theft('t1')), 'GH002')
  })

  it('with the ledger’s trigger on a table of their own', async () => {
    await refused(
      `CREATE TABLE shadow (LIKE posting);
       CREATE TRIGGER apply AFTER INSERT ON shadow REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION apply_postings();
       INSERT INTO shadow SELECT 0, 1, 1, 's1', d.id, c.id, 5, d.balance - 5, c.balance + 5, 1, 4, NULL, now(), now()
         FROM account d, account c WHERE d.id = ${id.ana} AND c.id = ${id.ben}`,
      'GH001',
    )
  })

  it('with tables and operators that stand in for the real ones', async () => {
    const call = `SELECT post_entries(0, '{${[id.ana, id.pool].sort((a, b) => (a < b ? -1 : 1))}}', '{s2}', '{1}', '{NULL}', '{2026-11-21}',
      '{${id.ana < id.pool ? 1 : 2}}', '{${id.ana < id.pool ? 2 : 1}}', '{5}', '{4}', '{0,0}', ${proofsOf(`${[id.ana, id.pool].sort((a, b) => (a < b ? -1 : 1))}`)})`
    const single = `SELECT post_entry(0, 's3', NULL, now(), ${id.ana}, ${id.pool}, 5::int8, 4::int2, ${proofOf(id.ana)}, ${proofOf(id.pool)})`
    const table = `CREATE TEMP TABLE movement AS SELECT * FROM public.movement;
      INSERT INTO movement SELECT d.class, c.class, 1, 4, 'any', 'mine' FROM account d, account c WHERE d.id = ${id.ana} AND c.id = ${id.pool}`
    for (const attack of [theft('s1'), call, single]) {
      await refused(attack, 'GH002')
      await refused(`${table}; ${attack}`, 'GH002')
      await refused(
        `CREATE SCHEMA evil; CREATE FUNCTION evil.yes(int2, int2) RETURNS bool LANGUAGE sql AS 'SELECT true';
         CREATE OPERATOR evil.= (LEFTARG = int2, RIGHTARG = int2, FUNCTION = evil.yes); SET LOCAL search_path = evil, pg_catalog, public; ${attack}`,
        'GH002',
      )
    }
    await refused(
      `CREATE TEMP TABLE account_class AS SELECT * FROM public.account_class; UPDATE account_class SET name = 'issued' WHERE number = 1;
       INSERT INTO account (owner, purpose, asset, class, holder, floor) VALUES ('issued', 'all', 1, 1, NULL, NULL)`,
      'GH002',
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
      `SELECT post_entries(0, '{${accounts}}', '${keys}', '${heads}', '{NULL,NULL}', '{2026-11-21,2026-11-21}', '{${places}}',
        '{${places.replaceAll('1', 'x').replaceAll('2', '1').replaceAll('x', '2')}}', '{${amounts}}', '{${codes}}', '{${changes}}', ${proofsOf(accounts)})`
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
    await refused(call('{u1,NULL}', '{1,2}', '1,1'), '23514')
    await refused(call('{u1,u2}', '{1,1}', '1,1'), '23514')
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
      (await db.query<{ balance: bigint }>('SELECT balance FROM account ORDER BY id')).map((row) => row.balance)
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
        `SELECT post_entries(0, '{${a},${b}}', '{w${place},x${place}}', '{1,2}', '{NULL,NULL}', '{2026-11-21,2026-11-21}', '{1,2}', '{2,1}', '{1,9999}', '{4,4}', '${changes}', ${proofsOf(`${a},${b}`)}) AS verdicts`,
      )
      // One unit of the first goes to the second; what the second does not have goes nowhere.
      expect(row, changes).toEqual({ verdicts: [0, 11] })
      const rows = await db.query<{ id: bigint }>('SELECT id FROM account ORDER BY id')
      expected = expected.map((balance, at) =>
        rows[at]?.id === a ? balance - 1n : rows[at]?.id === b ? balance + 1n : balance,
      )
      expect(await balances(), changes).toEqual(expected)
    }
    expect(await audit(db)).toEqual([])
  })

  it('also for one posting alone', async () => {
    const call = (debit: bigint, credit: bigint, amount: string, code: string, key = "'v1'") =>
      `SELECT post_entry(0, ${key}, NULL, now(), ${debit}, ${credit}, ${amount}::int8, ${code}::int2, ${proofOf(debit)}, ${proofOf(credit)})`
    await refused(call(id.ana, id.pool, '1', '8'), 'GH002')
    await refused(call(id.ana, id.ben, '1', '3'), 'GH002')
    await refused(call(id.ana, id.ben, '1', 'NULL'), 'GH002')
    await refused(call(id.ana, 99_999n, '1', '4'), '40001')
    await refused(call(99_999n, id.ana, '1', '4'), '40001')
    await refused(call(id.ana, id.ana, '1', '4'), 'GH002')
    await refused(call(id.ana, id.ben, '0', '4'), '23514')
    await refused(call(id.ana, id.ben, '-1', '4'))
    await refused(call(id.ana, id.ben, 'NULL', '4'))
    await refused(call(id.ana, id.ben, '1', '4', 'NULL'), '23514')
    await refused(call(id.ana, id.ben, '1', '4', "''"), '23514')
  })

  it('go by index however small the tables were when their plans were made, and look for names only where ours are', async () => {
    const rows = await db.query<{ proname: string; proconfig: string[] | null }>(
      `SELECT proname, proconfig FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND proname IN ('post_entries', 'post_entry', 'apply_postings', 'find_accounts', 'open_accounts') ORDER BY proname`,
    )
    expect(rows).toHaveLength(5)
    for (const { proname, proconfig } of rows) {
      expect(proconfig, proname).toContain('enable_seqscan=off')
      expect(proconfig?.join(), proname).toMatch(/search_path="?(pg_catalog|public)"?, "?pg_temp/)
    }
  })

  it('and leave the books in order', async () => {
    expect(await audit(db)).toEqual([])
  })
})
