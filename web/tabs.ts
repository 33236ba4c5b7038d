import type { Path } from '#ui/navigation.ts'
import type { Tab } from '#ui/TabBar.tsx'
import type { Say } from '#ui/texts.ts'
import { routes } from './routes.ts'

/** The places of the bottom menu, in the order of the route table. */
export const tabsOf = (t: Say): Tab[] =>
  Object.entries(routes).flatMap(([path, { tab }]) =>
    tab ? [{ path: path as Path, icon: tab.icon, label: t(tab.label) }] : [],
  )
