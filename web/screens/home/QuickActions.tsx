import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { Link } from '#ui/shell/Link.tsx'
import type { Path } from '#ui/shell/navigation.ts'
import { type TextId, useText } from '#ui/text/texts.ts'

const actions = [
  { to: '/pages/wallet/recharge', icon: 'down', label: 'home.recharge' },
  { to: '/pages/wallet/conver', icon: 'send', label: 'home.send' },
  { to: '/pages/exchange/index', icon: 'swap', label: 'tab.exchange' },
  { to: '/pages/invest/index', icon: 'invest', label: 'home.invest' },
] as const satisfies readonly { to: Path; icon: IconName; label: TextId }[]

export function QuickActions() {
  const t = useText()
  return (
    <nav aria-label={t('home.money')} className="tiles gap-1.5">
      {actions.map(({ to, icon, label }) => (
        <Link
          key={to}
          to={to}
          className="press flex min-h-22 flex-col items-center gap-1.5 px-0.5 pt-1 text-center text-[clamp(.6875rem,3.08vw,.8125rem)] font-semi leading-tight"
        >
          <span className="grid size-14 place-items-center rounded-pill bg-accent text-on-accent shadow-card">
            <Icon name={icon} size={24} />
          </span>
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
