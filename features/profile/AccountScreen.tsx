import { picturePath } from '#identity/pictures/picture-terms.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Chip } from '#ui/Facts.tsx'
import { List, Row } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/State.tsx'
import { useDeviceWallets, useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { WalletId } from '#ui/WalletId.tsx'
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
