import { DemoBadge } from '#ui/shell/DemoBadge.tsx'
import { Hero } from '#ui/shell/Hero.tsx'
import { PullToRefresh } from '#ui/shell/PullToRefresh.tsx'
import { TopBar } from '#ui/shell/Screen.tsx'
import { TabBar } from '#ui/shell/TabBar.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { type Part, samples } from './part.ts'

export const frames: readonly Part[] = [
  {
    name: 'Screen',
    states: (t) => ({
      'TopBar of a place': <TopBar title={t('title.wallet')} />,
      'TopBar of a step': <TopBar title={t('title.invest_detail')} up="/pages/index/index" />,
    }),
  },
  {
    name: 'Hero',
    states: (t) => ({
      usual: (
        <Hero sealOf={samples.wallet}>
          <p className="text-small text-hero-ink-2">{t('balance.total')}</p>
          <p className="text-display font-bold">
            <AmountText value="9876543.21" coin="USDT" large />
          </p>
        </Hero>
      ),
    }),
  },
  {
    name: 'PullToRefresh',
    states: (t) => ({
      usual: (
        <PullToRefresh onRefresh={async () => undefined}>
          <p>{t('network.later')}</p>
        </PullToRefresh>
      ),
    }),
  },
  {
    name: 'DemoBadge',
    states: () => ({ 'on top of this page': <DemoBadge /> }),
  },
  {
    name: 'TabBar',
    states: (t) => ({
      'at the foot of this page': (
        <TabBar
          label={t('tab.menu')}
          current="/pages/index/index"
          tabs={[
            { path: '/pages/index/index', icon: 'home', label: t('tab.home') },
            { path: '/pages/invest/index', icon: 'invest', label: t('tab.invest') },
            { path: '/pages/exchange/index', icon: 'swap', label: t('tab.exchange') },
            { path: '/pages/wallet/index', icon: 'wallet', label: t('tab.wallet') },
          ]}
        />
      ),
    }),
  },
]
