import { refuseStopped, saleStops } from '#custody/sale-stops.ts'
import { regionalState, regionGuard } from '#identity/team/region.store.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting, valuesBetween } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { alwaysOpen, openingAt, shownOpening } from '#kit/time/opening.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import type { Product } from '../terms/order.ts'
import { lineOpenings, refuseClosedLine } from './line-openings.ts'

export const hasPassedQuiz = async (sql: Sql, walletId: WalletId, line: LineId): Promise<boolean> =>
  (await passedQuiz(sql, [walletId], line)).has(walletId)

async function passedQuiz(sql: Sql, wallets: readonly WalletId[], line: LineId): Promise<ReadonlySet<WalletId>> {
  const rows = await sql.query<{ id: WalletId }>(
    'SELECT wallet_id AS id FROM wallet_quiz WHERE wallet_id = ANY ($1::text[]) AND line = $2',
    [wallets, line],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function keepPassedQuiz(tx: Tx, walletId: WalletId, line: LineId, at: Date): Promise<void> {
  await tx.query('INSERT INTO wallet_quiz (wallet_id, line, passed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    walletId,
    line,
    at,
  ])
}

type Sold = Pick<Product, 'line' | 'base' | 'side' | 'lineTerms'>

const coinsOf = ({ base, side, lineTerms }: Sold): readonly Coin[] =>
  [base, side, lineTerms?.pays].filter((coin) => coin !== undefined)

export async function stoppedCoin(sql: Sql, product: Sold): Promise<Coin | undefined> {
  const stops = await readSetting(sql, saleStops)
  return coinsOf(product).find((coin) => stops[coin] !== undefined)
}

/** @throws invest.coin_stopped */
export const expectCoinsSold = async (sql: Sql, product: Sold): Promise<void> =>
  refuseStopped(await readSetting(sql, saleStops), coinsOf(product))

export async function wasStoppedBetween(
  sql: Sql,
  product: Sold,
  span: { readonly since: Date; readonly until: Date },
): Promise<boolean> {
  const stops = await valuesBetween(sql, saleStops, span)
  return coinsOf(product).some((coin) => stops.some((each) => each[coin] !== undefined))
}

/**
 * Checks product line, coins, region and quiz before a purchase. @throws invest.line_closed, invest.coin_stopped, identity.region_needed,
 * identity.region_off, invest.conditions_not_met
 */
export async function expectGates(sql: Sql, walletId: WalletId, product: Sold, now: Date): Promise<void> {
  const guard = await gateGuard(sql, [walletId], product)
  guard(walletId, now)
}

/** One query for all wallets. */
export async function gateGuard(
  sql: Sql,
  wallets: readonly WalletId[],
  product: Sold,
): Promise<(walletId: WalletId, now: Date) => void> {
  const { line } = product
  const openings = await readSetting(sql, lineOpenings)
  const stops = await readSetting(sql, saleStops)
  const expectHome = await regionGuard(sql, wallets, 'earn')
  const passed = await passedQuiz(sql, wallets, line)
  return (walletId, now) => {
    refuseClosedLine(openings, line, now)
    refuseStopped(stops, coinsOf(product))
    expectHome(walletId)
    if (!passed.has(walletId)) fail('invest.conditions_not_met')
  }
}

export async function loadGates(sql: Sql, walletId: WalletId, line: LineId, now: Date) {
  const { region, state } = await regionalState(sql, walletId, 'earn')
  const opening = (await readSetting(sql, lineOpenings))[line] ?? alwaysOpen
  return {
    region,
    offered: state,
    quizPassed: await hasPassedQuiz(sql, walletId, line),
    open: openingAt(opening, now) === 'open',
    ...shownOpening(opening, now),
  }
}
