import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { accelerate } from '#features/investing/acceleration/acceleration.contract.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct, listProducts } from '#features/investing/investing.contract.ts'
import { setStar } from '#identity/team/star.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { pairs, type WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, stoppedClock } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { makeDemoTrades } from '#market/demo/demo-trader.job.ts'
import { settle } from '#server/loops/settlement.ts'
import { callAs } from '#server/test/test-implementations.ts'

const buyingDays = 8
const restDays = 3

export type SettlementWorld = { readonly db: Db; readonly clock: ReturnType<typeof stoppedClock> }

export async function sampleWorld(db: Db, begins = new Date('2026-11-21T10:00:00Z')): Promise<SettlementWorld> {
  const clock = stoppedClock(begins)
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `bench:${keys}`
  }
  const call = <C extends Contract>(contract: C, walletId: WalletId, input: CallInputOf<C>): Promise<OutputOf<C>> =>
    callAs({ db, clock, nextKey }, contract, walletId, input)
  const bring = async (to: ReturnType<typeof available>, whole: bigint, code?: number) => {
    for (const coin of coins) {
      const from = outside(usualChain(coin))
      const posting = { from, to, asset: coin, units: whole * unitsPerOne, ...(code === undefined ? {} : { code }) }
      await db.transaction((tx) => post(tx, { key: nextKey(), at: clock.now(), postings: [posting] }))
    }
  }
  const newBuyer = async () => {
    const { walletId } = await testWallet(db, { at: clock.now() })
    await passGates(db, walletId, clock.now())
    await db.transaction((tx) => setStar(tx, walletId, 6, clock.now()))
    await bring(available(walletId), 200_000n, 2)
    return walletId
  }
  await seedRows(db, clock)
  await bring(company('capital'), 500_000_000n)
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
  const marking: { buyer: WalletId; base: string; boost: string }[] = []
  for (let day = 0; day < buyingDays; day += 1) {
    const { items } = await call(listProducts, await newBuyer(), {})
    for (const product of items.filter((item) => !item.needsReservation && item.line !== 'acceleration'))
      for (const period of product.periods) {
        const buyer = await newBuyer()
        const { card } = await call(getProduct, buyer, { productId: product.productId })
        const choice = product.reinvests ? { reinvest: day % 2 === 0 } : {}
        const days = period.days > 0 ? { days: period.days } : {}
        const amount =
          product.line === 'machine' || product.line === 'node' ? product.minimum : `${Number(product.minimum) * 3}`
        await call(buyOrder, buyer, { productId: product.productId, amount, ...days, ...choice, card: card.hash })
        if (product.line === 'compound') marking.push({ buyer, base: product.base, boost: day % 2 ? '1.0' : '2.0' })
      }
    clock.set(addMs(clock.now(), dayMs))
    await makeDemoTrades(db, clock.now())
    await settle(db, clock.now())
  }
  clock.set(addMs(clock.now(), restDays * dayMs))
  await makeDemoTrades(db, clock.now())
  await settle(db, clock.now())
  for (const { buyer, base, boost } of marking) {
    const { items } = await call(listProducts, buyer, {})
    const product = items.find((item) => item.line === 'acceleration' && item.base === base && item.boost === boost)
    expect(product, 'every coin of compound has its accelerations')
    const { card } = await call(getProduct, buyer, { productId: product.productId })
    await call(accelerate, buyer, { productId: product.productId, amount: product.minimum, card: card.hash })
  }
  clock.set(addMs(clock.now(), 2 * dayMs))
  await makeDemoTrades(db, clock.now())
  await settle(db, clock.now())
  return { db, clock }
}

/** Assigns earlier wallets as sponsors, favoring those with many referrals, plus one long chain. */
function tree(count: number) {
  const dice = seededDice(7)
  const parent = new Int32Array(count).fill(-1)
  const depth = new Int32Array(count)
  const jump = new Int32Array(count)
  const line = Math.min(10_000, Math.floor(count / 10))
  for (let at = 1; at < count; at += 1) {
    const above = at < line ? at - 1 : dice.chance(0.5) ? dice.below(at) : (parent[1 + dice.below(at - 1)] ?? 0)
    parent[at] = Math.max(0, above)
    const up = parent[at] ?? 0
    const over = jump[up] ?? 0
    depth[at] = (depth[up] ?? 0) + 1
    jump[at] =
      (depth[up] ?? 0) - (depth[over] ?? 0) === (depth[over] ?? 0) - (depth[jump[over] ?? 0] ?? 0)
        ? (jump[over] ?? 0)
        : up
  }
  return { parent, depth, jump }
}

const idOf = (place: number) => String(place).padStart(10, '0')

async function columnsOf(tx: Tx, name: string): Promise<string[]> {
  const rows = await tx.query<{ column: string }>(
    `SELECT column_name AS column FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [name],
  )
  return rows.map(({ column }) => column)
}

/**
 * Multiplies wallets, orders and accounts to `orders` orders in one tree. Writes directly with triggers off, because only settlement is
 * measured.
 */
export async function multiply({ db }: SettlementWorld, orders: number): Promise<{ wallets: number; orders: number }> {
  return db.transaction(async (tx) => {
    await tx.query(`SET LOCAL session_replication_role = replica`)
    await tx.query(
      `CREATE TEMP TABLE template ON COMMIT DROP AS SELECT row_number() OVER (ORDER BY w.serial) - 1 AS place, w.id FROM wallet w
       WHERE EXISTS (SELECT FROM investment_order o WHERE o.wallet_id = w.id AND o.over_at IS NULL)`,
    )
    const [size] = await tx.query<{ wallets: number; orders: number }>(
      `SELECT count(DISTINCT t.id)::int4 AS wallets, count(*)::int4 AS orders FROM template t JOIN investment_order o ON o.wallet_id = t.id AND o.over_at IS NULL`,
    )
    expect(size, 'there are samples')
    const wallets = Math.floor((orders * size.wallets) / size.orders)
    const { parent, depth, jump } = tree(wallets)
    for (let from = 0; from < wallets; from += 20_000) {
      const places = Array.from({ length: Math.min(20_000, wallets - from) }, (_, index) => from + index)
      await tx.query(
        `INSERT INTO wallet (id, sponsor_id, depth, jump_id, created_at, activated_at)
         SELECT id, sponsor, depth, jump, now(), now() FROM unnest($1::text[], $2::text[], $3::int4[], $4::text[]) AS w (id, sponsor, depth, jump)`,
        [
          places.map(idOf),
          places.map((place) => (place === 0 ? null : idOf(parent[place] ?? 0))),
          places.map((place) => depth[place] ?? 0),
          places.map((place) => idOf(jump[place] ?? 0)),
        ],
      )
    }
    await tx.query(
      `CREATE TEMP TABLE clone ON COMMIT DROP AS SELECT lpad(n::text, 10, '0') AS id, t.id AS of FROM generate_series(0, $1 - 1) n
       JOIN template t ON t.place = n % $2`,
      [wallets, size.wallets],
    )
    // Limits balances to 1,000 coins, so a million wallets do not overflow the outside account.
    await tx.query(
      `INSERT INTO books.account (owner, purpose, asset, class, holder, floor, balance)
       SELECT 'wallet:' || c.id, a.purpose, a.asset, a.class, c.id, a.floor, CASE WHEN a.asset <= 4 THEN least(a.balance, 100000000000) ELSE a.balance END FROM clone c JOIN books.account a ON a.owner = 'wallet:' || c.of
       ORDER BY c.id`,
    )
    await tx.query(
      `INSERT INTO wallet_star (wallet_id, star, since, highest) SELECT c.id, s.star, s.since, s.highest FROM clone c JOIN wallet_star s ON s.wallet_id = c.of
       WHERE c.id::int8 % 50 = 0`,
    )
    await tx.query(
      `CREATE TEMP TABLE new_order ON COMMIT DROP AS SELECT (SELECT max(id) FROM investment_order) + row_number() OVER (ORDER BY c.id, o.id) AS id, o.id AS of, c.id AS wallet
       FROM clone c JOIN investment_order o ON o.wallet_id = c.of AND o.over_at IS NULL`,
    )
    const own = (await columnsOf(tx, 'investment_order')).filter((column) => column !== 'wallet_id')
    await tx.query(
      `INSERT INTO investment_order (id, wallet_id, ${own.join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT n.id, n.wallet, ${own.map((column) => `o.${column}`).join(', ')} FROM new_order n JOIN investment_order o ON o.id = n.of ORDER BY n.id`,
    )
    await tx.query(
      `SELECT setval(pg_get_serial_sequence('investment_order', 'id'), (SELECT max(id) FROM investment_order))`,
    )
    await tx.query(
      `INSERT INTO books.account (owner, purpose, asset, class, holder, floor, balance)
       SELECT 'order:' || n.id, a.purpose, a.asset, a.class, n.wallet, a.floor, a.balance FROM new_order n JOIN books.account a ON a.owner = 'order:' || n.of
       ORDER BY n.id`,
    )
    for (const pair of pairs) {
      const [row] = await tx.query<{ factor: string }>(
        `SELECT (1 + coalesce((SELECT sum(o.share_units) FROM new_order n JOIN investment_order o ON o.id = n.id
            WHERE o.line = 'liquidity' AND (o.terms ->> 'base') || '-' || (o.terms ->> 'side') = pair), 0) / (company_shares + order_shares))::text AS factor
         FROM market WHERE pair = $1`,
        [pair],
      )
      await tx.query('UPDATE books.account SET balance = floor(balance * $2::numeric) WHERE owner = $1', [
        `market:${pair}`,
        row?.factor ?? '1',
      ])
      await tx.query(
        'UPDATE market SET order_shares = floor((company_shares + order_shares) * $2::numeric) - company_shares WHERE pair = $1',
        [pair, row?.factor ?? '1'],
      )
    }
    await tx.query(
      `UPDATE books.account SET balance = least(balance::numeric * $1, 1000000000000000000)::int8 WHERE owner LIKE 'pool:%'`,
      [Math.ceil(wallets / size.wallets)],
    )
    await tx.query(
      `UPDATE books.account a SET balance = a.balance - s.sum FROM (SELECT asset, sum(balance) AS sum FROM books.account GROUP BY asset) s
       WHERE a.asset = s.asset AND a.owner = CASE WHEN a.asset >= 5 THEN 'issued' WHEN a.asset = 2 THEN 'outside:eth' ELSE 'outside:bsc' END`,
    )
    const [made] = await tx.query<{ count: number }>('SELECT count(*)::int4 AS count FROM new_order')
    return { wallets, orders: made?.count ?? 0 }
  })
}
