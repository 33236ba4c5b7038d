import { lazy, Suspense, useState } from 'react'
import { picturePath } from '#identity/pictures/picture-terms.ts'
import { cleanLine, isWithin } from '#kit/text/typed-text.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Button, ButtonLink, FormButton } from '#ui/form/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { changeWallet, forgetWallet } from '#ui/session/change-wallets.ts'
import { type DeviceWallet, useDeviceWallets, useSession } from '#ui/session/session.ts'
import { signOut } from '#ui/session/sign-out.ts'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { List, Row } from '#ui/shell/List.tsx'
import { Nowhere } from '#ui/shell/Nowhere.tsx'
import { back, go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Chip, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { toast } from '#ui/show/toasts.ts'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { loadWalletInfo } from './profile.contract.ts'

/** In characters. */
const nameLengthMax = 30

export function InfoScreen() {
  const t = useText()
  const session = useSession()
  const { wallet: asked } = useQueryOfScreen()
  const walletId = asked ?? session?.walletId ?? ''
  const wallet = useDeviceWallets().find((each) => each.walletId === walletId)
  const inUse = walletId === session?.walletId
  if (!wallet && !inUse)
    return (
      <Screen title={t('title.info')} up="/pages/my/account">
        <Nowhere />
      </Screen>
    )
  return (
    <Screen title={t('title.info')} up="/pages/my/account">
      <div className="grid justify-items-center gap-2 py-4">
        {inUse ? <OwnPicture walletId={walletId} /> : <Seal id={walletId} size={88} />}
        <Chip tone={inUse ? 'accent' : 'plain'}>{t(inUse ? 'account.in_use' : 'account.expired')}</Chip>
      </div>
      <List>
        {wallet && <NameRow wallet={wallet} />}
        <Row
          title={t('info.id')}
          note={<WalletId id={walletId} />}
          end={<CopyButton value={walletId} label={t('my.copy_id')} />}
        />
      </List>
      {inUse ? (
        <ServerFacts />
      ) : (
        <>
          <Note tone="plain">{t('account.expired_note')}</Note>
          <ButtonLink to="/pages/login/index" query={{ wallet: walletId }} icon="lock">
            {t('account.switch')}
          </ButtonLink>
        </>
      )}
      {wallet && <Remove wallet={wallet} inUse={inUse} />}
    </Screen>
  )
}

const AlbumSheet = lazy(async () => ({ default: (await import('./AlbumSheet.tsx')).AlbumSheet }))

function OwnPicture({ walletId }: { walletId: string }) {
  const t = useText()
  const avatar = useRead(loadWalletInfo, {}).data?.avatar
  const [asked, setAsked] = useState<'open' | 'closed'>()
  return (
    <>
      <button
        type="button"
        className="press grid justify-items-center gap-2 rounded-control p-2 text-small font-semi text-accent-ink"
        onClick={() => setAsked('open')}
      >
        <Avatar id={walletId} src={avatar ? picturePath(avatar) : undefined} size={88} />
        {t('avatar.change')}
      </button>
      {asked && (
        <Suspense>
          <AlbumSheet walletId={walletId} open={asked === 'open'} onClose={() => setAsked('closed')} />
        </Suspense>
      )}
    </>
  )
}

function ServerFacts() {
  const t = useText()
  const info = useRead(loadWalletInfo, {})
  return (
    <ReadState read={info}>
      {(data) => (
        <List>
          <Row title={t('info.nickname')} end={data.nickname || t('info.no_nickname')} to="/pages/my/nickname" />
          <Row
            title={t('info.backup')}
            end={t(data.activated ? 'info.backed_up' : 'info.not_backed_up')}
            to="/pages/back/index"
          />
          <Row
            title={t('info.password')}
            end={t(data.passwordSet ? 'info.set' : 'info.not_set')}
            to="/pages/my/password"
          />
          <Row
            title={t('info.google')}
            end={t(data.googleBound ? 'info.bound' : 'info.unbound')}
            to="/pages/my/google"
          />
          <Row
            title={t('info.sponsor')}
            end={data.sponsorId ? <WalletId id={data.sponsorId} /> : t('info.no_sponsor')}
          />
          <Row title={t('info.created')} end={showDay(data.createdAt)} />
        </List>
      )}
    </ReadState>
  )
}

function NameRow({ wallet }: { wallet: DeviceWallet }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState(wallet.name)
  const save = async () => {
    await changeWallet(wallet.walletId, { name: cleanLine(name) })
    setOpen(false)
    toast(t('info.renamed'), 'good')
  }
  return (
    <>
      <Row title={t('info.name')} end={wallet.name} onPress={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('info.rename')}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <Field
            label={t('info.name')}
            value={name}
            onChange={setName}
            most={nameLengthMax}
            hint={t('info.rename_text')}
          />
          <FormFoot>
            <FormButton
              type="submit"
              missing={[!cleanLine(name) && t('info.name')]}
              disabled={!isWithin(cleanLine(name), nameLengthMax)}
            >
              {t('info.save')}
            </FormButton>
          </FormFoot>
        </form>
      </Sheet>
    </>
  )
}

function Remove({ wallet, inUse }: { wallet: DeviceWallet; inUse: boolean }) {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const remove = async () => {
    if (inUse) await signOut()
    await forgetWallet(wallet.walletId)
    toast(t('info.removed'), 'good')
    if (inUse) go('/', undefined, { replace: true })
    else back('/pages/my/account')
  }
  if (!wallet.activated) return <Note>{t('info.remove_refused')}</Note>
  return (
    <>
      <Button look="danger" icon="trash" onClick={() => setAsked(true)}>
        {t('info.remove')}
      </Button>
      <ConfirmSheet
        open={asked}
        title={t('info.remove_title')}
        action={t('info.remove')}
        danger
        final
        onConfirm={remove}
        onClose={() => setAsked(false)}
      >
        {t('info.remove_text')}
      </ConfirmSheet>
    </>
  )
}
