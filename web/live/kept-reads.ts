/**
 * Reads whose last response is stored on the device, by path. Must exclude secrets and data for decisions and payments: quotes, rules,
 * addresses, proofs and captchas.
 */
export const keptReads: readonly string[] = [
  '/main/home',
  '/main/config',
  '/wallet/assets',
  '/wallet/info',
  '/wallet/logs',
  '/wallet/log',
  '/wallet/recharges',
  '/wallet/withdraws',
  '/main/market',
  '/exchange/pairs',
  '/exchange/logs',
  '/invest/products',
  '/invest/product',
  '/invest/terms',
  '/invest/orders',
  '/invest/order',
  '/invest/running',
  '/invest/results',
  '/invest/funds',
  '/mining/info',
  '/profit/summary',
  '/notice/list',
  '/notice/own',
  '/notice/info',
  '/news/list',
  '/article/info',
  '/ecology/list',
]

const kept: ReadonlySet<unknown> = new Set(keptReads)
/** Reads with an amount are quotes, so they are never stored. */
export const isKept = ([path, ...asked]: readonly unknown[]): boolean =>
  kept.has(path) && !asked.some((input) => typeof input === 'object' && input !== null && 'amount' in input)

/** Reduces an infinite list to its first page. */
export function shownFirst(data: unknown): unknown {
  const list = data as { readonly pages?: unknown; readonly pageParams?: unknown } | null
  if (!Array.isArray(list?.pages) || !Array.isArray(list.pageParams)) return data
  return { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
}
