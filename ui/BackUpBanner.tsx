import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { useDeviceWallet } from './session.ts'
import { useText } from './texts.ts'

/** Stays until the words of the wallet signed in were entered again; leads there. */
export function BackUpBanner() {
  const t = useText()
  const wallet = useDeviceWallet()
  if (!wallet || wallet.activated) return null
  return (
    <Link
      to="/pages/back/index"
      className="press flex min-h-14 items-center gap-3 rounded-control bg-warn-soft px-4 py-2.5 text-warn"
    >
      <Icon name="key" />
      <span className="min-w-0 flex-1 text-small leading-snug">
        <span className="block font-semi">{t('back_up.banner')}</span>
        {t('back_up.banner_why')}
      </span>
      <Icon name="next" size={18} />
    </Link>
  )
}
