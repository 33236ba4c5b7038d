import { Suspense } from 'react'
import { quiet } from '#ui/call/quiet.ts'
import { IconLink } from '#ui/form/Button.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { useDeviceWallet } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'

const OwnBadge = lazyExtra(async () => {
  await quiet()
  return (await import('#features/news/personal/OwnBadge.tsx')).OwnBadge
})

export function WalletBar({ walletId, nickname }: { walletId: string; nickname?: string | undefined }) {
  const t = useText()
  const name = useDeviceWallet()?.name
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-1">
      <Link to="/pages/my/settings" className="press flex min-h-11 min-w-0 flex-[1_1_6em] items-center gap-3">
        <Seal id={walletId} />
        <span className="min-w-0">
          <span className="block truncate text-lead font-semi leading-tight">{nickname || name || t('app.name')}</span>
          <WalletId id={walletId} className="text-small text-ink-3" />
          <span className="sr-only">{t('title.my')}</span>
        </span>
      </Link>
      <span className="relative ms-auto">
        <IconLink icon="bell" label={t('title.notices')} to="/pages/notice/index" />
        <span className="pointer-events-none absolute end-0 top-0">
          <Suspense>
            <OwnBadge />
          </Suspense>
        </span>
      </span>
      <IconLink icon="settings" label={t('title.my')} to="/pages/my/settings" />
    </header>
  )
}
