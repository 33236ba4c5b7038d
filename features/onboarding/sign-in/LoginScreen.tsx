import { useEffect, useState } from 'react'
import { ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { Guilloche } from '#ui/picture/Guilloche.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { forgetWallet } from '#ui/session/change-wallets.ts'
import { type DeviceWallet, loadSession, useDeviceWallets, useSession } from '#ui/session/session.ts'
import { tabWallet } from '#ui/session/tab-wallet.ts'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { List } from '#ui/shell/List.tsx'
import { go, goWanted } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Chip, Heading, Note } from '#ui/show/Facts.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'
import { pendingEntries } from '../device.tsx'
import { PendingCard } from '../PendingCard.tsx'
import { WantedPayment, wantedPayment } from '../WantedPayment.tsx'
import { keepOpen } from '../words/open-words.tsx'
import type { Entered, Pending } from './entry.ts'
import { WalletSignIn } from './WalletSignIn.tsx'

export function LoginScreen() {
  const t = useText()
  const wallets = useDeviceWallets()
  const session = useSession()
  const { wallet: wanted, ended } = useQueryOfScreen()
  const [chosen, setChosen] = useState(wanted ?? tabWallet())
  const [removing, setRemoving] = useState<DeviceWallet | undefined>()
  const current = wallets.find((wallet) => wallet.walletId === chosen) ?? wallets[0]
  const others = wallets.filter((wallet) => wallet !== current)
  const [asked] = useState(wantedPayment)
  const isGuestAsked = !current && asked !== undefined && asked !== 'broken'
  const choose = (wallet: DeviceWallet) => {
    setChosen(wallet.walletId)
    scrollTo(0, 0)
  }
  return (
    <Screen title={t('title.login')} up="/" onRefresh={loadSession}>
      <PendingEntry />
      <WantedPayment link={asked} />
      {current && (ended === 'elsewhere' || ended === 'expired') && session === undefined && (
        <Note tone="warn">
          <span className="grid gap-1">
            <span>{t(ended === 'elsewhere' ? 'login.elsewhere' : 'login.ended')}</span>
            <SupportLink query={{ reference: 'login' }} />
          </span>
        </Note>
      )}
      {current ? (
        <WalletSignIn key={current.walletId} wallet={current} inUse={current.walletId === session?.walletId} />
      ) : (
        !isGuestAsked && <NoWallet />
      )}
      {others.length > 0 && (
        <>
          <Heading>{t('login.others')}</Heading>
          <List label={t('login.others')}>
            {others.map((wallet) => (
              <OtherWallet
                key={wallet.walletId}
                wallet={wallet}
                inUse={wallet.walletId === session?.walletId}
                onChoose={() => choose(wallet)}
                onRemove={() => setRemoving(wallet)}
              />
            ))}
          </List>
        </>
      )}
      <div className="grid gap-2 pt-2">
        <ButtonLink to="/pages/login/create" look={current ? 'quiet' : 'primary'} icon="plus">
          {t(isGuestAsked ? 'link.create' : 'login.create')}
        </ButtonLink>
        <ButtonLink to="/pages/login/import" look="quiet" icon="key">
          {t(isGuestAsked ? 'link.have' : 'login.restore')}
        </ButtonLink>
        {current && current.walletId !== session?.walletId && (
          <button
            type="button"
            className="press min-h-11 rounded-control text-small font-semi text-ink-3"
            onClick={() => setRemoving(current)}
          >
            {t('login.remove_this', { name: current.name })}
          </button>
        )}
      </div>
      <RemoveSheet wallet={removing} onClose={() => setRemoving(undefined)} onChoose={choose} />
    </Screen>
  )
}

function PendingEntry() {
  const [found, setFound] = useState<readonly Pending[]>([])
  useEffect(() => {
    let wanted = true
    pendingEntries().then(
      (all) => wanted && setFound(all),
      () => {
        // If the browser blocks its database, no request is pending.
      },
    )
    return () => {
      wanted = false
    }
  }, [])
  const [pending, ...others] = found
  if (!pending) return null
  const arrive = ({ walletId, activated }: Entered, words: string) => {
    if (activated) return goWanted('/pages/index/index')
    keepOpen(walletId, words)
    return go('/pages/back/index', undefined, { replace: true })
  }
  return <PendingCard key={pending.proof} pending={pending} onDone={arrive} onGone={() => setFound(others)} />
}

const NoWallet = () => {
  const t = useText()
  return (
    <div className="grid justify-items-center gap-5 px-4 py-14 text-center">
      <Guilloche of="glasshouse" size={148} rings={3} />
      <div className="grid gap-1.5">
        <h2 className="text-title font-semi leading-tight">{t('login.none')}</h2>
        <p className="text-ink-2">{t('login.none_why')}</p>
      </div>
    </div>
  )
}

type OtherWalletProps = {
  readonly wallet: DeviceWallet
  readonly inUse: boolean
  readonly onChoose: () => void
  readonly onRemove: () => void
}
const OtherWallet = ({ wallet, inUse, onChoose, onRemove }: OtherWalletProps) => {
  const t = useText()
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2.5 text-start"
      >
        <Seal id={wallet.walletId} size={44} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semi leading-snug">{wallet.name}</span>
          <span className="num letters text-small text-ink-3">{wallet.walletId}</span>
        </span>
        <Chip tone={inUse ? 'accent' : 'plain'}>{t(inUse ? 'login.in_use' : 'login.expired')}</Chip>
      </button>
      {!inUse && (
        <IconButton
          icon="trash"
          size={20}
          label={t('login.remove_this', { name: wallet.name })}
          onPress={onRemove}
          className="-me-3 text-ink-3"
        />
      )}
    </li>
  )
}

type RemoveSheetProps = {
  readonly wallet: DeviceWallet | undefined
  readonly onClose: () => void
  readonly onChoose: (wallet: DeviceWallet) => void
}
function RemoveSheet({ wallet, onClose, onChoose }: RemoveSheetProps) {
  const t = useText()
  // Keeps the text while the sheet slides away.
  const [shown, setShown] = useState(wallet)
  if (wallet && wallet !== shown) setShown(wallet)
  const safe = shown?.activated ?? false
  const confirm = async () => {
    if (!wallet) return
    onClose()
    if (!safe) return onChoose(wallet)
    await forgetWallet(wallet.walletId)
    toast(t('login.removed'), 'good')
  }
  return (
    <ConfirmSheet
      open={wallet !== undefined}
      title={t(safe ? 'login.remove_title' : 'login.remove_refused')}
      action={t(safe ? 'login.remove' : 'login.remove_back_up')}
      danger={safe}
      final={safe}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t(safe ? 'login.remove_why' : 'login.remove_refused_why', { name: shown?.name ?? '' })}</p>
    </ConfirmSheet>
  )
}
