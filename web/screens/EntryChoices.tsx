import { ButtonLink } from '#ui/form/Button.tsx'
import { useDeviceWallets } from '#ui/session/session.ts'
import { useText } from '#ui/text/texts.ts'

/** Known devices first offer sign-in to the last wallet. */
export function EntryChoices() {
  const t = useText()
  const [last] = useDeviceWallets()
  if (!last)
    return (
      <>
        <ButtonLink to="/pages/login/create">{t('start.create')}</ButtonLink>
        <ButtonLink to="/pages/login/import" look="quiet">
          {t('start.restore')}
        </ButtonLink>
      </>
    )
  return (
    <>
      <ButtonLink to="/pages/login/index" query={{ wallet: last.walletId }}>
        {t('title.login')}
      </ButtonLink>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2">
        <ButtonLink to="/pages/login/create" look="quiet" compact>
          {t('start.create')}
        </ButtonLink>
        <ButtonLink to="/pages/login/import" look="quiet" compact>
          {t('start.restore')}
        </ButtonLink>
      </div>
    </>
  )
}
