/**
 * The reads whose last answer is kept on the device, by path: what home, wallet, records, products and orders, the exchange and what one
 * reads about them show. Nothing that is a secret, and nothing one decides or pays by: no quotes, rules, addresses, proofs or puzzles.
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
/** Whether an answer is kept, by what `useRead` and `useReadPages` know it by. What was asked about an amount is a quote. */
export const isKept = ([path, ...asked]: readonly unknown[]): boolean =>
  kept.has(path) && !asked.some((input) => typeof input === 'object' && input !== null && 'amount' in input)

/** Of a list that goes on, the first page: what one sees on opening it. */
export function shownFirst(data: unknown): unknown {
  const list = data as { readonly pages?: unknown; readonly pageParams?: unknown } | null
  if (!Array.isArray(list?.pages) || !Array.isArray(list.pageParams)) return data
  return { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
}
