import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { loadShared } from '../orders/share-facts.store.ts'
import { lineOf } from '../registry.ts'
import type { Product, Terms } from '../terms/order.ts'
import type { FirstOfLine } from '../terms/order-time.ts'
import { type Figures, figuresOf } from '../terms/purchase.ts'
import { loadPrices } from './facts.server.ts'

type Wanted = { readonly product: Product; readonly terms: Terms; readonly units: bigint; readonly first: FirstOfLine }

/** @throws any error of `figuresOf` and of the line */
export async function loadFigures(sql: Sql, { product, terms, units, first }: Wanted, now: Date): Promise<Figures> {
  const plain = figuresOf(terms, units, await loadPrices(sql, product, now), now, first)
  const { figures } = lineOf(product.line)
  return figures ? figures(plain, await loadShared(sql, { ...product, productId: product.id }, now)) : plain
}

/**
 * The share count is known only at the start, so this stores the holder's minimum. @throws invest.shares_moved if the count is already
 * lower
 */
export function agreedShares(figures: Figures, least: string | undefined): Figures {
  const { shareUnits, terms } = figures
  if (shareUnits === undefined) return least === undefined ? figures : fail('field.format', { field: 'leastShares' })
  const minimum = parseUnits(least ?? '0') ?? fail('field.format', { field: 'leastShares' })
  if (shareUnits < minimum) fail('invest.shares_moved', { minimum: showUnits(minimum) })
  return {
    ...figures,
    shareUnits: 0n,
    terms: least === undefined ? terms : { ...terms, leastShares: showUnits(minimum) },
  }
}
