import type { Sql } from '#kit/db.ts'
import { lane } from './batch.store.ts'
import { classes, classNumber } from './classes.ts'
import { movementRows } from './movement-rows.ts'

/** One thing that must hold and does not. */
export type Finding = {
  readonly rule: string
  /** How many accounts, assets or postings break it. */
  readonly count: number
  /** The first of them, in words. */
  readonly example: string
}

type Rule = { readonly rule: string; readonly sql: string }

const mayBeNegative = classes
  .filter((name) => name === 'issued' || name.startsWith('outside.'))
  .map(classNumber)
  .join(', ')

const legs = `SELECT id, debit AS account, -amount AS change, debit_balance AS balance FROM posting WHERE lane = $1
  UNION ALL SELECT id, credit, amount, credit_balance FROM posting WHERE lane = $1`

/** Every invariant of the books. Each query answers a row for everything that breaks it. */
const rules: readonly Rule[] = [
  {
    rule: 'the balances of an asset sum to zero',
    sql: `SELECT format('asset %s: %s', asset, sum(balance)) AS example FROM account WHERE lane = $1
      GROUP BY asset HAVING sum(balance) <> 0`,
  },
  {
    rule: 'a balance is the sum of its postings',
    sql: `SELECT format('%s %s: %s, postings %s', a.owner, a.purpose, a.balance, coalesce(l.sum, 0)) AS example
      FROM account a LEFT JOIN (SELECT account, sum(change) AS sum FROM (${legs}) leg GROUP BY account) l ON l.account = a.id
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
    sql: `SELECT format('%s %s: %s', owner, purpose, balance) AS example FROM account
      WHERE lane = $1 AND balance < 0 AND class NOT IN (${mayBeNegative})`,
  },
  {
    rule: 'a posting is a movement of the table',
    sql: `SELECT format('posting %s: %s %s to %s %s, code %s', p.id, d.owner, d.purpose, c.owner, c.purpose, p.code) AS example
      FROM posting p
      LEFT JOIN account d ON d.lane = p.lane AND d.id = p.debit AND d.asset = p.asset
      LEFT JOIN account c ON c.lane = p.lane AND c.id = p.credit AND c.asset = p.asset
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
    rule: 'an entry has one key, on its first posting, and no key is there twice',
    sql: `SELECT format('key %s', key) AS example FROM posting WHERE lane = $1 AND key IS NOT NULL GROUP BY key HAVING count(*) > 1
      UNION ALL
      SELECT format('posting %s', p.id) FROM posting p
        LEFT JOIN posting f ON f.lane = p.lane AND f.id = p.entry AND f.key IS NOT NULL
        WHERE p.lane = $1 AND (f.id IS NULL OR (p.key IS NOT NULL) <> (p.id = p.entry))`,
  },
  {
    rule: 'an account is of the class its name says, and a wallet’s account belongs to that wallet',
    sql: `SELECT format('%s %s', a.owner, a.purpose) AS example FROM account a LEFT JOIN account_class c ON c.number = a.class
      WHERE a.lane = $1 AND (c.name IS DISTINCT FROM class_of(a.owner, a.purpose, split_part(c.name, '.', 2))
        OR (c.name LIKE 'wallet.%' AND a.owner <> 'wallet:' || a.holder)
        OR (a.floor IS NULL) <> (a.class IN (${mayBeNegative})))`,
  },
  {
    rule: 'the guards stand: no trigger of the books is switched off, and there is none that is not ours',
    sql: `SELECT format('%s on %s', tgname, tgrelid::regclass) AS example FROM pg_trigger
      WHERE $1 = $1 AND tgrelid IN ('account'::regclass, 'posting'::regclass, 'movement'::regclass) AND (tgenabled <> 'O'
        OR NOT tgisinternal AND tgname NOT IN ('append_only', 'apply', 'kept', 'kept_as_opened', 'check_new', 'by_posting', 'word_of_two'))`,
  },
]

/** Checks everything that must hold of the books, on one moment of them. @returns what does not; nothing when all is well. */
export async function audit(sql: Sql): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { rule, sql: query } of rules) {
    const [row] = await sql.query<{ count: bigint; example: string }>(
      `SELECT count(*) AS count, min(example) AS example FROM (${query}) broken`,
      [lane],
    )
    if (row?.count) findings.push({ rule, count: Number(row.count), example: row.example })
  }
  return [...findings, ...(await auditMovements(sql))]
}

/** Whoever could add a movement to the database's table could move anything: it must be the code's, to the letter. */
async function auditMovements(sql: Sql): Promise<Finding[]> {
  const rows = await sql.query('SELECT from_class, to_class, asset, code, bond, action FROM movement')
  const have = new Set(rows.map((row) => JSON.stringify(row)))
  const want = new Set(movementRows().map((row) => JSON.stringify(row)))
  const wrong = [...[...have].filter((row) => !want.has(row)), ...[...want].filter((row) => !have.has(row))].sort()
  const rule = 'the table of movements is the one in the code'
  return wrong[0] ? [{ rule, count: wrong.length, example: wrong[0] }] : []
}
