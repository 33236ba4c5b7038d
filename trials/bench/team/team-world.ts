import type { Db, Tx } from '#kit/store/db.ts'
import { seededDice } from '#kit/text/random.ts'
import { addDays, addMs, type Day, hourMs, startOf } from '#kit/time/clock.ts'

/** A Sunday, so weekly rewards run and stars may fall. */
export const benchDay = '2026-11-29' as Day

/** Mostly popular sponsors plus one long chain, or one chain of all wallets. */
export type TreeShape = 'grown' | 'chain'
const lineMax = 10_000

/** Sponsor serials of wallets 1, 2 …; 0 for none. */
export function sponsorsOf(wallets: number, shape: TreeShape): Int32Array {
  const dice = seededDice(11)
  const sponsors = new Int32Array(wallets)
  const line = shape === 'chain' ? wallets : Math.min(lineMax, Math.floor(wallets / 10))
  for (let place = 1; place < wallets; place += 1) {
    if (place < line) sponsors[place] = place
    else sponsors[place] = dice.chance(0.5) ? 1 + dice.below(place) : (sponsors[1 + dice.below(place - 1)] ?? 0) || 1
  }
  return sponsors
}

const batch = 50_000
const whole = 100_000_000

/**
 * Writes a day of data into an empty database with triggers off, because only team steps are measured. Each wallet has an order and POWER,
 * every tenth a fee, every twentieth a deposit, every fiftieth a star.
 */
export async function makeTeamWorld(db: Db, wallets: number, shape: TreeShape): Promise<void> {
  const sponsors = sponsorsOf(wallets, shape)
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica')
    for (let from = 0; from < wallets; from += batch) {
      const some = sponsors.subarray(from, Math.min(wallets, from + batch))
      await tx.query(
        `INSERT INTO wallet (id, sponsor_id, depth, jump_id, created_at, activated_at, region)
         SELECT lpad((n + $2)::text, 10, '0'), CASE sponsor WHEN 0 THEN NULL ELSE lpad(sponsor::text, 10, '0') END,
           CASE sponsor WHEN 0 THEN 0 ELSE 1 END, '0000000001', now(), now(), CASE (n + $2) % 97 WHEN 0 THEN 'KP' WHEN 1 THEN 'SG' END
         FROM unnest($1::int4[]) WITH ORDINALITY AS w (sponsor, n) ORDER BY n`,
        [Array.from(some), from],
      )
    }
    await tx.query('ANALYZE wallet')
    await makeOrders(tx)
    await makeAccounts(tx)
    await tx.query('ANALYZE books.account')
    await makePostings(tx)
    await tx.query(`SELECT setval('books.posting_id', (SELECT (max(id) / 1024 + 2) * 1024 FROM books.posting))`)
    await tx.query(
      `INSERT INTO wallet_star (wallet_id, star, since, highest) SELECT id, 1 + serial / 50 % 6, $1, 1 + serial / 50 % 6
       FROM wallet WHERE serial % 50 = 0`,
      [startOf(addDays(benchDay, -30))],
    )
  })
  await db.query('VACUUM ANALYZE')
  await db.query('CHECKPOINT')
}

async function makeOrders(tx: Tx): Promise<void> {
  await tx.query(
    `INSERT INTO product (id, line, base_coin, minimum_units, maximum_value_units, power_per_day, open_from, position)
     OVERRIDING SYSTEM VALUE VALUES (1, 'dual', 'ATMC', 1, 1, '0', now(), 1) ON CONFLICT DO NOTHING`,
  )
  await tx.query(
    `INSERT INTO investment_order (wallet_id, product_id, line, state, terms, card_hash, bought_at, round, round_started,
       base_units, side_units, promise_units, value_units, side_value_units, reinvest)
     SELECT id, 1, 'lockup', 'earning', '{}', 'card', $1::timestamptz - serial % 20 * interval '1 day', 1, $1, 1, 0, 0,
       (serial * 7919 % 4000 + 30) * ${whole} + serial * 31 % ${whole}, 0, false
     FROM wallet ORDER BY serial`,
    [addMs(startOf(benchDay), hourMs)],
  )
}

async function makeAccounts(tx: Tx): Promise<void> {
  await tx.query(
    `INSERT INTO books.account (owner, purpose, asset, class, holder, floor, balance)
     SELECT 'wallet:' || w.id, 'available', a.asset, c.number, w.id, 0, 1000000
     FROM wallet w CROSS JOIN (VALUES (1), (6)) AS a (asset) JOIN account_class c ON c.name = 'wallet.available' ORDER BY w.serial`,
  )
  await tx.query(
    `INSERT INTO books.account (owner, purpose, asset, class, floor, balance)
     SELECT a.owner, a.purpose, a.asset, c.number, CASE WHEN a.name IN ('house.fees', 'house.referral') THEN 0 END, a.balance
     FROM (VALUES ('issued', 'all', 6, 'issued', 0), ('outside:bsc', 'all', 1, 'outside.network', 0),
       ('house', 'fees', 1, 'house.fees', 0), ('house', 'referral', 1, 'house.referral', 100000000000)) AS a (owner, purpose, asset, name, balance)
     JOIN account_class c ON c.name = a.name`,
  )
}

async function makePostings(tx: Tx): Promise<void> {
  const insert = async (from: string, select: string, at: Date): Promise<void> => {
    await tx.query(
      `INSERT INTO books.posting (id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, happened_at)
       SELECT id, id, debit, credit, amount, 0, 0, asset, code, $1 FROM (
         SELECT (SELECT greatest((SELECT max(id) FROM books.posting), (SELECT last_value FROM books.posting_id))) + row_number() OVER (ORDER BY w.serial) AS id, ${select}
         FROM wallet w JOIN books.account a ON a.owner = 'wallet:' || w.id AND a.asset = ${from === 'issued' ? 6 : 1}
         CROSS JOIN (SELECT id AS house FROM books.account WHERE ${from === 'issued' ? "owner = 'issued'" : from}) h
         WHERE ${from === 'issued' ? 'true' : from.includes('fees') ? 'w.serial % 10 = 3' : 'w.serial % 20 = 5'}
       ) p`,
      [at],
    )
  }
  const noon = addMs(startOf(benchDay), 12 * hourMs)
  const amount = (most: number) => `1 + (w.serial * 104729 % ${most} + w.serial) % ${most} AS amount`
  const deposits = `owner = 'outside:bsc'`
  await insert(deposits, `h.house AS debit, a.id AS credit, ${amount(900 * whole)}, 1 AS asset, 2 AS code`, noon)
  const fees = `owner = 'house' AND purpose = 'fees'`
  await insert(fees, `a.id AS debit, h.house AS credit, ${amount(3 * whole)}, 1 AS asset, 105 AS code`, noon)
  await tx.query(
    `INSERT INTO settlement_day (day, snapshot_posting, finished_at) VALUES ($1, 0, now()), ($2, (SELECT max(id) FROM books.posting), NULL)`,
    [addDays(benchDay, -1), benchDay],
  )
  await tx.query(
    `INSERT INTO settlement_price (day, coin, purpose, numerator, denominator) SELECT $1, 'USDT', purpose, 1, 1
     FROM unnest(ARRAY['handedOut', 'earns', 'limits', 'shown']) AS purpose`,
    [benchDay],
  )
  const power = `h.house AS debit, a.id AS credit, ${amount(500 * whole)}, 6 AS asset, CASE WHEN w.serial % 3 = 0 THEN 20 ELSE 2 END AS code`
  await insert('issued', power, startOf(addDays(benchDay, 1)))
}
