import { ButtonLink } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Note } from '#ui/Facts.tsx'
import { Card } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/State.tsx'
import { useDeviceWallet, useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { WalletId } from '#ui/WalletId.tsx'

/** Those who joined with one's ID, and the ID to give away. */
export function ReferralsScreen() {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const activated = useDeviceWallet()?.activated ?? true
  return (
    <Screen title={t('title.referrals')} up="/pages/my/settings">
      <Card className="grid gap-3 p-5 text-center">
        <p className="text-small text-ink-3">{t('referrals.id')}</p>
        <WalletId id={walletId} className="mx-auto text-h1 font-bold" />
        {activated ? (
          <CopyButton value={walletId} label={t('referrals.copy')} words />
        ) : (
          <>
            <Note>{t('referrals.activate')}</Note>
            <ButtonLink to="/pages/back/index">{t('title.backup')}</ButtonLink>
          </>
        )}
      </Card>
      <EmptyState>{t('referrals.empty')}</EmptyState>
    </Screen>
  )
}
