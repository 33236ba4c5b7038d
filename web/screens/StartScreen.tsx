import { IconLink } from '#ui/form/Button.tsx'
import { Guilloche } from '#ui/picture/Guilloche.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { Seal } from '#ui/picture/Seal.tsx'
import { useDeviceWallets } from '#ui/session/session.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { type TextId, useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { EntryChoices } from './EntryChoices.tsx'

const promises = [
  { icon: 'key', text: 'start.words' },
  { icon: 'records', text: 'start.books' },
  { icon: 'info', text: 'start.terms' },
] as const satisfies readonly { icon: IconName; text: TextId }[]

export function StartScreen() {
  const t = useText()
  const wallets = useDeviceWallets()
  return (
    <Screen foot={<EntryChoices />}>
      <header className="flex min-h-14 items-center justify-end">
        <IconLink icon="globe" label={t('title.language')} to="/pages/my/language" />
      </header>
      <Hero sealOf="Glasshouse">
        <div className="grid gap-3 py-6">
          <Guilloche of="Glasshouse" size={64} rings={3} />
          <h1 tabIndex={-1} className="text-h1 font-bold leading-tight">
            {t('app.name')}
          </h1>
          <p className="text-lead text-hero-ink-2">{t('start.tagline')}</p>
        </div>
      </Hero>
      {wallets.length > 0 ? (
        <section className="grid gap-2">
          <h2 className="text-small font-semi text-ink-2">{t('start.wallets')}</h2>
          <List label={t('start.wallets')}>
            {wallets.map((wallet) => (
              <Row
                key={wallet.walletId}
                mark={<Seal id={wallet.walletId} />}
                title={wallet.name}
                note={<WalletId id={wallet.walletId} />}
                to="/pages/login/index"
                query={{ wallet: wallet.walletId }}
              />
            ))}
          </List>
        </section>
      ) : (
        <ul className="grid gap-1">
          {promises.map(({ icon, text }) => (
            <li key={text} className="flex items-center gap-3 py-1.5">
              <RowIcon>
                <Icon name={icon} size={22} />
              </RowIcon>
              <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{t(text)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-center">
        <Link
          to="/pages/index/index"
          className="inline-grid min-h-11 place-items-center px-4 text-small font-semi text-accent-ink"
        >
          {t('start.look')}
        </Link>
      </p>
    </Screen>
  )
}
