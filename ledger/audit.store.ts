import type { Db, Sql, Tx } from '#kit/store/db.ts'
import { readWhole } from '#kit/store/whole-tables.store.ts'
import { classes, classNumber } from './posting/classes.ts'
import { laneOf } from './posting/lane.ts'
import { movementRows } from './posting/movement-rows.ts'
import { historyRules } from './records/history-rules.store.ts'

export type Finding = {
  readonly rule: string
  readonly count: number
  readonly example: string
}

type Rule = { readonly rule: string; readonly sql: string }

export async function newestEntry(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ entry: bigint }>('SELECT entry FROM record ORDER BY id DESC LIMIT 1')
  return row?.entry ?? 0n
}

const mayBeNegative = classes
  .filter((name) => name === 'issued' || name.startsWith('outside.'))
  .map(classNumber)
  .join(', ')

const legs = `SELECT id, debit AS account, -amount AS change, debit_balance AS balance FROM record WHERE lane = $1
  UNION ALL SELECT id, credit, amount, credit_balance FROM record WHERE lane = $1`

/** Each query returns one row per violation. */
const rules: readonly Rule[] = [
  {
    rule: 'the balances of an asset sum to zero',
    sql: `SELECT format('asset %s: %s', asset, sum(balance)) AS example FROM balance WHERE lane = $1
      GROUP BY asset HAVING sum(balance) <> 0`,
  },
  {
    rule: 'a balance is the sum of its postings',
    sql: `SELECT format('%s %s: %s, postings %s', a.owner, a.purpose, a.balance, coalesce(l.sum, 0)) AS example
      FROM balance a LEFT JOIN (SELECT account, sum(change) AS sum FROM (${legs}) leg GROUP BY account) l ON l.account = a.id
      WHERE a.lane = $1 AND a.balance <> coalesce(l.sum, 0)`,
  },
  {
    rule: 'every balance a posting states follows from the one before',
    sql: `SELECT format('posting %s, account %s', id, account) AS example FROM (
        SELECT id, account, balance, sum(change) OVER (PARTITION BY account ORDER BY id) AS expected FROM (${legs}) leg
      ) chain WHERE balance <> expected`,
  },
  {
    rule: 'nothing is below zero but outside and issued',
    sql: `SELECT format('%s %s: %s', owner, purpose, balance) AS example FROM balance
      WHERE lane = $1 AND balance < 0 AND class NOT IN (${mayBeNegative})`,
  },
  {
    rule: 'a posting is a movement of the table',
    sql: `SELECT format('posting %s: %s %s to %s %s, code %s', p.id, d.owner, d.purpose, c.owner, c.purpose, p.code) AS example
      FROM record p
      LEFT JOIN balance d ON d.lane = p.lane AND d.id = p.debit AND d.asset = p.asset
      LEFT JOIN balance c ON c.lane = p.lane AND c.id = p.credit AND c.asset = p.asset
      LEFT JOIN movement m ON m.from_class = d.class AND m.to_class = c.class AND m.asset = p.asset AND m.code = p.code
      WHERE p.lane = $1 AND CASE m.bond
        WHEN 'any' THEN false
        WHEN 'same holder' THEN d.holder IS DISTINCT FROM c.holder
        WHEN 'other holder' THEN d.holder = c.holder
        WHEN 'same order' THEN d.owner <> c.owner
        WHEN 'same network' THEN split_part(d.purpose, ':', 2) <> split_part(c.owner, ':', 2)
        ELSE true
      END`,
  },
  {
    rule: 'an entry has one key, which names its first posting',
    sql: `SELECT format('key %s', e.key) AS example FROM entry e LEFT JOIN record p ON p.lane = e.lane AND p.id = e.id
        WHERE e.lane = $1 AND (p.entry = e.id) IS NOT TRUE
      UNION ALL
      SELECT format('posting %s', p.entry) FROM (SELECT DISTINCT entry FROM record WHERE lane = $1) p
        LEFT JOIN entry e ON e.lane = $1 AND e.id = p.entry GROUP BY p.entry HAVING count(e.id) <> 1`,
  },
  {
    rule: 'an account is of the class its name says, and a wallet’s account belongs to that wallet',
    sql: `SELECT format('%s %s', a.owner, a.purpose) AS example FROM balance a LEFT JOIN account_class c ON c.number = a.class
      WHERE a.lane = $1 AND (c.name IS DISTINCT FROM books.class_of(a.owner, a.purpose, split_part(c.name, '.', 2))
        OR (c.name LIKE 'wallet.%' AND a.owner <> 'wallet:' || a.holder)
        OR (a.floor IS NULL) <> (a.class IN (${mayBeNegative})))`,
  },
  {
    rule: 'the guards stand: no trigger of the books is switched off, and there is none that is not ours',
    sql: `SELECT format('%s on %s', t.tgname, c.relname) AS example
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE $1 = $1 AND n.nspname = 'books' AND (t.tgenabled <> 'O' OR NOT t.tgisinternal
        AND t.tgname NOT IN ('append_only', 'by_the_ledger', 'kept', 'kept_as_opened', 'word_of_two'))
      UNION ALL
      SELECT format('%s has no guard', w.name) FROM unnest(ARRAY['account', 'posting', 'entry_key', 'kept_until', 'kept_record', 'kept_day', 'kept_month', 'kept_order']) AS w (name)
      WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = ('books.' || w.name)::regclass AND t.tgname = 'by_the_ledger')`,
  },
  {
    rule: 'the books belong to the ledger alone: nobody else owns, writes or adds anything in them',
    sql: `SELECT format('%s belongs to %s', c.relname, pg_get_userbyid(c.relowner)) AS example
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE $1 = $1 AND n.nspname = 'books' AND pg_get_userbyid(c.relowner) <> 'glasshouse_ledger'
      UNION ALL
      SELECT format('%s grants %s to %s', c.relname, a.privilege_type, pg_get_userbyid(a.grantee))
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN aclexplode(c.relacl) a
      WHERE n.nspname = 'books' AND pg_get_userbyid(a.grantee) <> 'glasshouse_ledger' AND a.privilege_type <> 'MAINTAIN'
      UNION ALL
      SELECT format('%s is not the ledger’s own', p.proname) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = 'books' AND (pg_get_userbyid(p.proowner) <> 'glasshouse_ledger'
        OR p.prosecdef AND NOT 'search_path=books, pg_temp' = ANY (coalesce(p.proconfig, '{}')))`,
  },
]

/** Checks all rules in one snapshot. @returns violations; empty if none. */
export const audit = (sql: Db | Tx): Promise<Finding[]> => readWhole(sql, auditNow)

async function auditNow(sql: Tx): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { rule, sql: query } of [...rules, ...historyRules]) {
    const [row] = await sql.query<{ count: bigint; example: string }>(
      `SELECT count(*) AS count, min(example) AS example FROM (${query}) broken`,
      [laneOf('house')],
    )
    if (row?.count) findings.push({ rule, count: Number(row.count), example: row.example })
  }
  return [...findings, ...(await auditMovements(sql))]
}

/** An extra row in this table would permit transfers that the code forbids, so the table must match the code exactly. */
async function auditMovements(sql: Sql): Promise<Finding[]> {
  const rows = await sql.query('SELECT from_class, to_class, asset, code, bond, action FROM movement')
  const have = new Set(rows.map((row) => JSON.stringify(row)))
  const want = new Set(movementRows().map((row) => JSON.stringify(row)))
  const wrong = [...[...have].filter((row) => !want.has(row)), ...[...want].filter((row) => !have.has(row))].sort()
  const rule = 'the table of movements is the one in the code'
  return wrong[0] ? [{ rule, count: wrong.length, example: wrong[0] }] : []
}
