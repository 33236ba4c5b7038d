import type { ReactNode } from 'react'
import { ButtonLink, IconLink } from '#ui/form/Button.tsx'
import { useDeviceWallets } from '#ui/session/session.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { Skeleton, SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'

/** Top of the guest home. Also prerendered (BootShell.tsx), without `what`. */
export function GuestTop({ what }: { what?: string }) {
  const t = useText()
  const [last] = useDeviceWallets()
  return (
    <>
      <header className="flex min-h-14 items-center gap-2">
        <h1 tabIndex={-1} className="flex-1 text-h1 font-bold">
          {t('app.name')}
        </h1>
        <IconLink icon="globe" label={t('title.language')} to="/pages/my/language" />
        <IconLink icon="bell" label={t('title.notices')} to="/pages/notice/index" />
      </header>
      <Hero sealOf="Glasshouse">
        <p className="max-w-64 text-title font-semi leading-tight">{t('start.tagline')}</p>
        <p className="mt-2 mb-4 min-h-17 text-hero-ink-2">{what}</p>
        <div className="grid gap-2">
          {last ? (
            <ButtonLink to="/pages/login/index" query={{ wallet: last.walletId }}>
              {t('title.login')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/pages/login/create">{t('start.create')}</ButtonLink>
          )}
          <ButtonLink to={last ? '/pages/login/create' : '/pages/login/import'} look="quiet">
            {t(last ? 'start.create' : 'start.restore')}
          </ButtonLink>
        </div>
      </Hero>
    </>
  )
}

export const Columns = ({ children }: { children: ReactNode }) => <div className="columns">{children}</div>

export const proofHeight = { minHeight: '7.5rem', display: 'grid' } as const

export const HomeSkeleton = () => (
  <>
    <Skeleton className="mt-2 h-6 w-40" />
    <SkeletonRows rows={2} />
    <div style={proofHeight}>
      <Skeleton className="h-full !rounded-card" />
    </div>
    <SkeletonRows />
  </>
)
