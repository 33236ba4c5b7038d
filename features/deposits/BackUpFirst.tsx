import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { useDeviceWallet } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { Card, RowIcon } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'

/** IDs of wallets, kept until the app restarts. */
const shownAnyway = new Set<string>()

export function BackUpFirst({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const wallet = useDeviceWallet()
  const walletId = wallet?.walletId ?? ''
  const [, show] = useState(false)
  if (!wallet?.sealedPhrase || wallet.activated) return children
  if (shownAnyway.has(walletId))
    return (
      <>
        <Note>
          <p>{t('deposit.not_backed_up_short')}</p>
          <Link to="/pages/back/index" className="inline-grid min-h-11 place-items-center font-semi underline">
            {t('deposit.back_up')}
          </Link>
        </Note>
        {children}
      </>
    )
  const showAnyway = () => {
    shownAnyway.add(walletId)
    show(true)
  }
  return (
    <Card className="grid gap-4 p-4">
      <div className="flex items-start gap-3">
        <RowIcon tone="warn">
          <Icon name="warn" size={22} />
        </RowIcon>
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="font-semi leading-snug">{t('deposit.not_backed_up')}</h2>
          <p className="text-small text-ink-2">{t('deposit.not_backed_up_why')}</p>
        </div>
      </div>
      <ButtonLink to="/pages/back/index" icon="key">
        {t('deposit.back_up')}
      </ButtonLink>
      <Button look="quiet" onClick={showAnyway}>
        {t('deposit.show_anyway')}
      </Button>
    </Card>
  )
}
