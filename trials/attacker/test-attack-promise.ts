import { type Asset, assetOf, type Coin, isCoin } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { fairWorth, type World } from './test-attack-world.ts'

/** Income sources named on product cards, unlike company capital. */
const payers = ['dual', 'compound', 'liquidity', 'machine', 'node', 'compute', 'referral'] as const
type Payer = (typeof payers)[number]
const payerOf = (owner: string): Payer => (owner === 'house' ? 'referral' : owner.slice('pool:'.length)) as Payer

type Flow = { readonly owner: string; readonly asset: number; readonly units: string }
const inUsdt = (world: World, flows: readonly { asset: Asset; units: bigint }[]): bigint =>
  flows.reduce((sum, { asset, units }) => sum + (isCoin(asset) ? fairWorth(world, asset as Coin, units) : 0n), 0n)

async function incomeOf(world: World, wallets: readonly WalletId[], since: Date): Promise<Map<Payer, bigint>> {
  const rows = await world.db.query<Flow>(
    `WITH payer AS (SELECT id, owner FROM balance WHERE (owner LIKE 'pool:%' AND purpose = 'free') OR (owner = 'house' AND purpose = 'referral')),
     own AS (SELECT id FROM balance WHERE holder = ANY ($1::text[])),
     flow AS (
       SELECT payer.owner, p.asset, p.amount AS units FROM payer JOIN record p ON p.debit = payer.id JOIN own ON own.id = p.credit WHERE p.happened_at > $2
       UNION ALL
       SELECT payer.owner, p.asset, -p.amount FROM payer JOIN record p ON p.credit = payer.id JOIN own ON own.id = p.debit WHERE p.happened_at > $2
     )
     SELECT owner, asset, sum(units)::text AS units FROM flow GROUP BY owner, asset`,
    [wallets, since],
  )
  const income = new Map<Payer, bigint>()
  for (const { owner, asset, units } of rows) {
    const worth = inUsdt(world, [{ asset: assetOf(asset), units: BigInt(units) }])
    income.set(payerOf(owner), (income.get(payerOf(owner)) ?? 0n) + worth)
  }
  return income
}

async function potsOf(world: World, since: Date): Promise<{ fees: bigint; compute: bigint }> {
  const rows = await world.db.query<Flow>(
    `SELECT 'fees' AS owner, p.asset, sum(p.amount)::text AS units FROM record p JOIN balance a ON a.id = p.credit
       WHERE a.owner = 'house' AND a.purpose = 'fees' AND p.happened_at > $1 GROUP BY p.asset
     UNION ALL
     SELECT 'compute', p.asset, sum(p.amount)::text FROM record p JOIN balance a ON a.id = p.credit
       WHERE a.owner = 'pool:compute' AND a.purpose = 'free' GROUP BY p.asset`,
    [since],
  )
  const of = (name: string) =>
    inUsdt(
      world,
      rows
        .filter(({ owner }) => owner === name)
        .map(({ asset, units }) => ({ asset: assetOf(asset), units: BigInt(units) })),
    )
  return { fees: of('fees'), compute: of('compute') }
}

/**
 * Maximum card promises per payer, in the least generous reading: interest of started rounds, 0.02 % of compound principal per day, 1 % of
 * a machine's price per day, a share of 1 % of the compute pool per day. Never exceeds a shared total.
 */
async function promisedOf(
  world: World,
  wallets: readonly WalletId[],
  since: Date,
  now: Date,
): Promise<Map<Payer, bigint>> {
  const rows = await world.db.query<{ line: string; coin: Coin; interest: string; base: string; price: string }>(
    `SELECT line, terms ->> 'base' AS coin,
       trunc(sum(base_units * coalesce((terms ->> 'rate')::numeric, 0)))::text AS interest,
       sum(base_units)::text AS base, sum(value_units)::text AS price
     FROM investment_order WHERE wallet_id = ANY ($1::text[]) AND state <> 'cancelled' GROUP BY line, terms ->> 'base'`,
    [wallets],
  )
  const days = BigInt(Math.ceil((now.getTime() - since.getTime()) / dayMs))
  const sum = (line: string, of: (row: (typeof rows)[number]) => bigint): bigint =>
    rows.filter((row) => row.line === line).reduce((total, row) => total + of(row), 0n)
  const { fees, compute } = await potsOf(world, since)
  return new Map<Payer, bigint>([
    ['dual', sum('dual', ({ coin, interest }) => fairWorth(world, coin, BigInt(interest)))],
    ['compound', (sum('compound', ({ coin, base }) => fairWorth(world, coin, BigInt(base))) * days * 2n) / 10_000n],
    ['liquidity', fees / 2n],
    ['machine', (sum('machine', ({ price }) => BigInt(price)) * days) / 100n],
    ['node', fees / 5n],
    ['compute', (compute * days) / 100n],
    ['referral', fees / 10n],
  ])
}

/** The smaller of actual income and card promises. */
export async function promisedIncome(world: World, wallets: readonly WalletId[], since: Date): Promise<bigint> {
  const income = await incomeOf(world, wallets, since)
  const promised = await promisedOf(world, wallets, since, world.clock.now())
  let sum = 0n
  for (const payer of payers) {
    const [came, most] = [income.get(payer) ?? 0n, promised.get(payer) ?? 0n]
    sum += came < most ? came : most
  }
  return sum
}
