import { ButtonLink, IconLink } from '#ui/Button.tsx'
import { Hero } from '#ui/Hero.tsx'
import { Skeleton, SkeletonRows } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'

/** What home begins with for whoever is not signed in: the page draws it before any script runs, too (BootShell.tsx). */
export function GuestTop() {
  const t = useText()
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
        <p className="mb-4 max-w-64 text-title font-semi leading-tight">{t('home.welcome')}</p>
        <ButtonLink to="/">{t('home.begin')}</ButtonLink>
      </Hero>
    </>
  )
}

/** The places of what home reads. */
export const HomeSkeleton = () => (
  <>
    <Skeleton className="h-11 !rounded-control" />
    <Skeleton className="h-24 !rounded-card" />
    <Skeleton className="mt-2 h-6 w-40" />
    <SkeletonRows />
  </>
)
