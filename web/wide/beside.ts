import type { Location, Query } from '#ui/shell/navigation.ts'
import type { RoutePath } from '../routes.ts'

export type Beside = {
  readonly path: RoutePath
  readonly query: Query
  /** Shares parameters with the main screen, so changes update the address. */
  readonly follows?: boolean
  readonly isEven?: boolean
}

const listOf: Partial<Record<RoutePath, RoutePath>> = {
  '/pages/wallet/info': '/pages/wallet/logs',
  '/pages/wallet/token': '/pages/wallet/index',
  '/pages/wallet/chain': '/pages/wallet/index',
  '/pages/wallet/recharge': '/pages/wallet/index',
  '/pages/wallet/withdraw': '/pages/wallet/index',
  '/pages/wallet/conver': '/pages/wallet/index',
  '/pages/invest/detail': '/pages/invest/index',
  '/pages/otc/take': '/pages/otc/index',
  '/pages/otc/ad': '/pages/otc/ads',
  '/pages/otc/order': '/pages/otc/orders',
  '/pages/otc/dispute': '/pages/otc/orders',
  '/pages/my/language': '/pages/my/settings',
  '/pages/my/account': '/pages/my/settings',
  '/pages/my/info': '/pages/my/settings',
  '/pages/my/nickname': '/pages/my/settings',
  '/pages/my/linkChange': '/pages/my/settings',
  '/pages/my/security': '/pages/my/settings',
  '/pages/my/push': '/pages/my/settings',
  '/pages/my/google': '/pages/my/security',
  '/pages/my/bind': '/pages/my/security',
  '/pages/my/password': '/pages/my/security',
  '/pages/my/address': '/pages/my/security',
  '/pages/profit/invite': '/pages/profit/index',
  '/pages/profit/community': '/pages/profit/index',
  '/pages/profit/platform': '/pages/profit/index',
  '/pages/profit/under': '/pages/profit/index',
  '/pages/notice/info': '/pages/notice/index',
  '/pages/article/index': '/pages/news/index',
  '/pages/proof/mine': '/pages/proof/index',
  '/pages/proof/reserves': '/pages/proof/index',
  '/pages/proof/changes': '/pages/proof/index',
  '/pages/proof/queue': '/pages/proof/index',
  '/pages/proof/status': '/pages/proof/index',
}
const lists: ReadonlySet<string> = new Set(Object.values(listOf))

export const isList = ({ path }: Pick<Location, 'path'>): boolean => lists.has(path) && !listOf[path as RoutePath]

/** @param left last parameters, by list path */
export function besideOf(
  { path, query }: Pick<Location, 'path' | 'query'>,
  left: ReadonlyMap<string, Query>,
): Beside | undefined {
  const list = (at: RoutePath, own: Query = {}): Beside => ({ path: at, query: left.get(at) ?? own })
  if (path === '/pages/invest/detail' && query.id) return list('/pages/invest/logs')
  // These lists share an address with their details.
  if ((path === '/pages/wallet/withdraw' || path === '/pages/wallet/conver') && query.id)
    return { path, query: { view: 'list' } }
  if (path === '/pages/exchange/index') {
    if (query.id) return { path, query: { view: 'list' } }
    // Shows the chart of the form's pair.
    if (query.view === 'pair' || (!query.view && (query.pair || !(query.give || query.receive))))
      return { path, query: { view: 'pair', pair: query.pair ?? '1' }, follows: true, isEven: true }
    return undefined
  }
  const at = listOf[path as RoutePath]
  return at && list(at)
}

export type Entry = { readonly path: RoutePath; readonly query: Query }

/** Screens without redirects or effects of opening, such as marking as read. */
const openable: ReadonlySet<string> = new Set<RoutePath>([
  '/pages/wallet/info',
  '/pages/wallet/token',
  '/pages/invest/detail',
  '/pages/otc/take',
  '/pages/article/index',
  '/pages/my/account',
  '/pages/profit/community',
  '/pages/proof/reserves',
])

/** The entry behind a row's link. undefined if it does not open by default. */
export function entryOf(hash: string, list: string): Entry | undefined {
  const [path = '', search] = hash.slice(1).split('?')
  if (!openable.has(path) || listOf[path as RoutePath] !== list) return undefined
  return { path: path as RoutePath, query: Object.fromEntries(new URLSearchParams(search)) }
}
