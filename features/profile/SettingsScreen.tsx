import { lazy, type ReactNode, Suspense, useState } from 'react'
import { picturePath } from '#identity/pictures/picture-terms.ts'
import { type Bar, bars } from '#kit/time/bars.ts'
import { appVersion } from '#kit/wire/signing/headers.ts'
import { languages } from '#locales/registry.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Segmented, Switch } from '#ui/form/Choice.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { useDeviceWallet, useSession } from '#ui/session/session.ts'
import { signOut } from '#ui/session/sign-out.ts'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { changeBoot, type Theme } from '#ui/shell/boot.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { canInstall, install } from '#ui/shell/install.ts'
import { Card, List, Row, RowIcon } from '#ui/shell/List.tsx'
import { go, type Path } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { Heading } from '#ui/show/Facts.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { type TextId, useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { AboutRows } from './AboutRows.tsx'
import { loadWalletInfo } from './profile.contract.ts'

const FiatSheet = lazy(async () => ({ default: (await import('./FiatSheet.tsx')).FiatSheet }))

const walletRows = [
  { icon: 'wallet', label: 'my.wallets', to: '/pages/my/account' },
  { icon: 'book', label: 'my.addresses', to: '/pages/my/address' },
  { icon: 'shield', label: 'my.security', to: '/pages/my/security' },
  { icon: 'bell', label: 'title.push', to: '/pages/my/push' },
  { icon: 'team', label: 'my.referrals', to: '/pages/my/child' },
] as const satisfies readonly { icon: IconName; label: TextId; to: Path }[]

const barTexts = { usual: 'tab.invest', news: 'title.news', mining: 'title.mining' } as const satisfies Record<
  Bar,
  TextId
>

type SettingsScreenProps = {
  readonly unread: ReactNode
}

export function SettingsScreen({ unread }: SettingsScreenProps) {
  const t = useText()
  const session = useSession()
  return (
    <Screen title={t('title.my')} up="/pages/index/index">
      {session ? <Identity walletId={session.walletId} /> : <Guest />}
      {session && (
        <>
          <Heading>{t('my.wallet')}</Heading>
          <List label={t('my.wallet')}>
            {walletRows.map(({ icon, label, to }) => (
              <Row key={to} mark={<Mark name={icon} />} title={t(label)} to={to} />
            ))}
            <Row mark={<Mark name="chat" />} title={t('title.chat')} end={unread} to="/pages/chat/index" />
          </List>
        </>
      )}
      <Heading>{t('my.app')}</Heading>
      <AppSettings />
      <AboutRows />
      {session && <LogOut />}
    </Screen>
  )
}

const Mark = ({ name }: { name: IconName }) => (
  <RowIcon>
    <Icon name={name} size={20} />
  </RowIcon>
)

function Identity({ walletId }: { walletId: string }) {
  const t = useText()
  const name = useDeviceWallet()?.name
  const info = useRead(loadWalletInfo, {})
  return (
    <Hero sealOf={walletId}>
      <div className="flex items-center gap-4">
        <Avatar id={walletId} src={info.data?.avatar ? picturePath(info.data.avatar) : undefined} size={64} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-title font-semi leading-tight">{info.data?.nickname || name}</p>
          <WalletId id={walletId} className="text-hero-ink-2" />
        </div>
        <CopyButton value={walletId} label={t('my.copy_id')} />
      </div>
    </Hero>
  )
}

function Guest() {
  const t = useText()
  return (
    <Hero sealOf="Glasshouse">
      <p className="mb-4 text-title font-semi leading-tight">{t('my.guest')}</p>
      <ButtonLink to="/">{t('my.sign_in')}</ButtonLink>
    </Hero>
  )
}

function AppSettings() {
  const t = useText()
  const { language, theme, gain, hide, fiat, bar, companyBar, barChoice } = useBoot()
  const [choosing, setChoosing] = useState(false)
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`my.theme.${value}`) }))
  return (
    <>
      <List label={t('my.app')}>
        <Row
          mark={<Mark name="globe" />}
          title={t('my.language')}
          end={languages.find((each) => each.tag === language)?.name}
          to="/pages/my/language"
        />
        <Row
          mark={<Mark name="swap" />}
          title={t('my.fiat')}
          end={fiat || t('my.fiat_none')}
          onPress={() => setChoosing(true)}
        />
        {canInstall() && <Row mark={<Mark name="down" />} title={t('install.offer')} onPress={() => void install()} />}
        <Row mark={<Mark name="shield" />} title={t('my.proof')} to="/pages/proof/index" />
        <Row mark={<Mark name="records" />} title={t('my.changes')} to="/pages/proof/changes" />
        <Row
          mark={<Mark name="info" />}
          title={t('my.version')}
          end={t('my.version_number', { name: appVersion.name, code: String(appVersion.code) })}
          to="/pages/update/index"
        />
      </List>
      <Card className="grid gap-2 p-4">
        <p className="font-semi">{t('my.theme')}</p>
        <Segmented<Theme>
          label={t('my.theme')}
          options={themes}
          value={theme}
          onChange={(next) => changeBoot({ theme: next })}
        />
        {barChoice && (
          <>
            <p className="mt-2 font-semi">{t('my.bar')}</p>
            <Segmented<Bar>
              label={t('my.bar')}
              options={bars.map((value) => ({ value, label: t(barTexts[value]) }))}
              value={bar || companyBar}
              onChange={(next) => changeBoot({ bar: next })}
            />
            <p className="text-small text-ink-3">{t('my.bar_note')}</p>
          </>
        )}
        <Switch
          label={t('my.gain')}
          note={t('my.gain_note')}
          checked={gain === 'red'}
          onChange={(red) => changeBoot({ gain: red ? 'red' : 'green' })}
        />
        <Switch
          label={t('my.hide')}
          note={t('my.hide_note')}
          checked={hide}
          onChange={(covered) => changeBoot({ hide: covered })}
        />
      </Card>
      {choosing && (
        <Suspense fallback={null}>
          <FiatSheet onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}

function LogOut() {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const leave = async () => {
    await signOut()
    go('/', undefined, { replace: true })
  }
  return (
    <>
      <Button look="danger" icon="logOut" onClick={() => setAsked(true)}>
        {t('my.log_out')}
      </Button>
      <ConfirmSheet
        open={asked}
        title={t('my.log_out_title')}
        action={t('my.log_out')}
        danger
        onConfirm={leave}
        onClose={() => setAsked(false)}
      >
        {t('my.log_out_text')}
      </ConfirmSheet>
    </>
  )
}
