import type { Bar } from '#kit/time/bars.ts'
import type { IconName } from '#ui/picture/icons.ts'
import type { Boot } from '#ui/shell/boot.ts'
import type { Path } from '#ui/shell/navigation.ts'
import type { Tab } from '#ui/shell/TabBar.tsx'
import type { Say, TextId } from '#ui/text/texts.ts'
import { type RoutePath, routes } from './routes.ts'

type Place = { readonly path: RoutePath; readonly icon: IconName; readonly label: TextId }

const usual = Object.entries(routes).flatMap(([path, { tab }]): Place[] =>
  tab ? [{ path: path as RoutePath, ...tab }] : [],
)
const home: Place = { path: '/pages/index/index', icon: 'home', label: 'tab.home' }
const wallet: Place = { path: '/pages/wallet/index', icon: 'wallet', label: 'tab.wallet' }

/** Tabs per bottom bar. All bars contain home and wallet, which link to everything else. */
const places: Readonly<Record<Bar, readonly Place[]>> = {
  usual,
  news: [
    home,
    { path: '/pages/news/index', icon: 'horn', label: 'title.news' },
    { path: '/pages/ecology/index', icon: 'globe', label: 'tab.ecology' },
    { path: '/pages/finance/index', icon: 'invest', label: 'tab.finance' },
    wallet,
  ],
  mining: [
    home,
    { path: '/pages/mining/mining', icon: 'power', label: 'tab.mining' },
    { path: '/pages/game/game', icon: 'orb', label: 'tab.game' },
    { path: '/pages/my/my', icon: 'user', label: 'title.my' },
    wallet,
  ],
}

/** The user's choice if the operator permits choosing, otherwise the operator's. */
export const barOf = ({ bar, companyBar, barChoice }: Pick<Boot, 'bar' | 'companyBar' | 'barChoice'>): Bar =>
  (barChoice && bar) || companyBar

export const tabsOf = (t: Say, bar: Bar = 'usual'): Tab[] =>
  places[bar].map(({ path, icon, label }) => ({ path: path as Path, icon, label: t(label) }))

/** Back target for a default tab that the current bar lacks. undefined if none is needed. */
export const upOf = (path: string, bar: Bar): RoutePath | undefined =>
  isTab(path, 'usual') && !isTab(path, bar) ? home.path : undefined

export const tabPaths = (bar: Bar): readonly RoutePath[] => places[bar].map(({ path }) => path)

export const isTab = (path: string, bar: Bar): boolean => places[bar].some((place) => place.path === path)
