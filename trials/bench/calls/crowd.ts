import { assetNumber } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import { outside } from '#ledger/posting/chart.ts'
import type { Person } from './people.ts'

const chunk = 250_000
const months = 12
const units = 1_000_00000000n

const walletsText = `INSERT INTO wallet (id, depth, jump_id, created_at, activated_at)
  SELECT id, 0, id, now() - interval '1 year', now() - interval '1 year'
  FROM (SELECT lpad(n::text, 10, '0') AS id FROM generate_series($1::int, $2::int) n) w`
const sessionsText = `INSERT INTO session (id, token_hash, wallet_id, device_id, user_agent, ip, sealed_secret, created_at, seen_at)
  SELECT left(md5('s' || n), 22), md5('t' || n) || left(md5('u' || n), 11), lpad(n::text, 10, '0'), 'bench', 'bench', '198.51.100.1', decode(md5('k' || n) || md5('l' || n), 'hex'), now(), now()
  FROM generate_series($1::int, $2::int) n`
const accountsText = `INSERT INTO books.account (owner, purpose, asset, class, holder, floor, balance)
  SELECT 'wallet:' || id, 'available', $3::int2, (SELECT number FROM books.account_class WHERE name = 'wallet.available'), id, 0, $4::int8
  FROM (SELECT lpad(n::text, 10, '0') AS id FROM generate_series($1::int, $2::int) n) w`
const postingsText = `INSERT INTO books.posting (lane, id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at, written_at)
  SELECT 0, $1::int8 + n, $1::int8 + n, $4::int8 + n * 7919 % $5,
    CASE WHEN n % $7 = 0 THEN ($6::int8[])[1 + n / $7 % cardinality($6::int8[])] ELSE $4::int8 + (n * 104729 + 1) % $5 END,
    1 + n % 1000, 1, 1, $8::int2, 4, 'transfer:' || n, at, at
  FROM generate_series($2::int8, $3::int8) n, LATERAL (SELECT now() - interval '1 year' + n * interval '1 second' AS at) m
  WHERE n * 7919 % $5 <> (n * 104729 + 1) % $5`
const keysText = `INSERT INTO books.entry_key (lane, key, entry)
  SELECT 0, 'req:' || lpad((n * 7919 % $4)::text, 10, '0') || ':' || md5(n::text)::uuid, $1::int8 + n FROM generate_series($2::int8, $3::int8) n`

export type Crowd = {
  readonly wallets: number
  readonly postings: number
  readonly records: number
}

/**
 * Creates idle wallets with sessions, balances and a year of postings, so benchmark calls meet indexes of realistic size. Writes as the
 * ledger owner with all constraints.
 */
export async function seedCrowd(
  db: Db,
  people: readonly Person[],
  { wallets, postings, records }: Crowd,
): Promise<void> {
  await addMonthsBefore(db, months - 1)
  const span = 50_000
  const spans = Array.from({ length: Math.ceil(wallets / span) }, (_, at) => [
    at * span,
    Math.min(wallets, (at + 1) * span) - 1,
  ])
  for (const some of spans) {
    await db.query(walletsText, some)
    await db.query(sessionsText, some)
  }
  const usdt = assetNumber('USDT')
  await asBooks(db, (ask) => ask(accountsText, [0, wallets - 1, usdt, units]))
  await asBooks(db, (ask) => ask(accountsText, [0, wallets - 1, assetNumber('ATMC'), units]))
  for (const coin of ['USDT', 'ATMC'] as const)
    await asBooks(db, (ask) =>
      ask('UPDATE books.account SET balance = balance - $3::int8 WHERE owner = $1 AND asset = $2', [
        outside(usualChain(coin)).owner,
        assetNumber(coin),
        units * BigInt(wallets),
      ]),
    )
  const [first] = await db.query<{ id: bigint }>(
    'SELECT id FROM balance WHERE owner = $1 AND purpose = $2 AND asset = $3',
    ['wallet:0000000000', 'available', usdt],
  )
  const own = await db.query<{ id: bigint }>('SELECT id FROM balance WHERE holder = ANY ($1) AND asset = $2', [
    people.map(({ walletId }) => walletId),
    usdt,
  ])
  const [now] = await db.query<{ month: number }>('SELECT max(number) AS month FROM books.month')
  expect(first && now && own.length > 0, 'the crowd has accounts, and so have people')
  const perMonth = Math.ceil(postings / months)
  expect(people.length * records <= postings, 'there are postings enough for the records of all')
  const paysPeople = Math.floor(postings / (people.length * records))
  const pieces = Array.from({ length: months }, (_, month) => {
    const base = (BigInt(now.month - month) << 44n) + firstNumber
    return Array.from({ length: Math.ceil(perMonth / chunk) }, (_each, at) => ({
      base,
      from: month * perMonth + at * chunk,
      until: month * perMonth + Math.min(perMonth, (at + 1) * chunk) - 1,
    }))
  }).flat()
  const write = async () => {
    for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
      const { base, from, until } = piece
      await asBooks(db, async (ask) => {
        const numbers = own.map(({ id }) => id)
        await ask(postingsText, [base, from, until, first.id, wallets, numbers, paysPeople, usdt])
        await ask(keysText, [base, from, until, wallets])
      })
    }
  }
  await Promise.all([write(), write()])
  await asBooks(db, (ask) =>
    ask(`SELECT setval('books.posting_id', $1::int8, false)`, [(BigInt(now.month) << 44n) + firstNumber * 2n]),
  )
  await db.query('VACUUM ANALYZE')
}

const firstNumber = 1n << 34n

const asBooks = (
  db: Db,
  work: (ask: (text: string, params: readonly unknown[]) => Promise<unknown>) => Promise<unknown>,
) =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL ROLE glasshouse_ledger')
    await tx.query('SET LOCAL synchronous_commit = off')
    await work((text, params) => tx.query(text, params))
  })

async function addMonthsBefore(db: Db, count: number): Promise<void> {
  const [row] = await db.query<{ month: number }>('SELECT max(number) AS month FROM books.month')
  for (let before = 1; before <= count; before += 1) {
    const from = BigInt((row?.month ?? 0) - before) << 44n
    await db.exec(`SET ROLE glasshouse_ledger;
      CREATE TABLE books.posting_before_${before} (LIKE books.posting INCLUDING ALL);
      ALTER TABLE books.posting ATTACH PARTITION books.posting_before_${before} FOR VALUES FROM (${from}) TO (${from + (1n << 44n)});
      RESET ROLE`)
  }
}
