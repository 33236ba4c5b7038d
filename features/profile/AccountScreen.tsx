import { picturePath } from '#identity/pictures/picture-terms.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { useDeviceWallets, useSession } from '#ui/session/session.ts'
import { List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip } from '#ui/show/Facts.tsx'
import { EmptyState } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { loadWalletInfo } from './profile.contract.ts'

export function AccountScreen() {
  const t = useText()
  const session = useSession()
  const wallets = useDeviceWallets()
  const avatar = useRead(loadWalletInfo, {}).data?.avatar
  return (
    <Screen title={t('title.account')} up="/pages/my/settings">
      {wallets.length === 0 ? (
        <EmptyState>{t('account.none')}</EmptyState>
      ) : (
        <List label={t('account.list')}>
          {wallets.map((wallet) => {
            const inUse = wallet.walletId === session?.walletId
            return (
              <Row
                key={wallet.walletId}
                mark={<Avatar id={wallet.walletId} src={inUse && avatar ? picturePath(avatar) : undefined} />}
                title={wallet.name}
                note={<WalletId id={wallet.walletId} />}
                end={<Chip tone={inUse ? 'accent' : 'plain'}>{t(inUse ? 'account.in_use' : 'account.expired')}</Chip>}
                to="/pages/my/info"
                query={{ wallet: wallet.walletId }}
              />
            )
          })}
        </List>
      )}
      <div className="grid gap-2">
        <ButtonLink to="/pages/login/create" icon="plus">
          {t('account.add')}
        </ButtonLink>
        <ButtonLink to="/pages/login/import" look="quiet" icon="key">
          {t('account.restore')}
        </ButtonLink>
      </div>
    </Screen>
  )
}
