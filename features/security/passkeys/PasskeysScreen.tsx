import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { reads, useAct, useRead } from '#ui/call/use-call.ts'
import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { makePasskey, notePasskey } from '#ui/session/passkey-device.ts'
import { canHavePasskey } from '#ui/session/passkey-offer.ts'
import { useDeviceWallet } from '#ui/session/session.ts'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { notify } from '#ui/show/toasts.ts'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { loadSecurity } from '../security.contract.ts'
import { deviceName } from './device-name.ts'
import { addPasskey, beginPasskey, loadPasskeys, removePasskeys } from './passkeys.contract.ts'

type Passkeys = OutputOf<typeof loadPasskeys>
type Passkey = Passkeys['passkeys'][number]

export function PasskeysScreen() {
  const t = useText()
  const read = useRead(loadPasskeys, {})
  const { data } = read
  const [adding, setAdding] = useState(false)
  // Stores whether confirmations can offer a passkey on this device.
  useEffect(() => {
    if (data) void notePasskey(data.passkeys.some(({ here }) => here))
  }, [data])
  const add = canHavePasskey() && (
    <Button icon="plus" onClick={() => setAdding(true)}>
      {t('security.passkey_add')}
    </Button>
  )
  return (
    <Screen title={t('security.passkeys')} up="/pages/my/security" onRefresh={read.refetch} foot={data && add}>
      <p className="text-ink-2">{t('security.passkeys_why')}</p>
      {add ? <Note>{t('security.passkeys_wait')}</Note> : <Note tone="warn">{t('security.passkey_unsupported')}</Note>}
      <ReadState read={read}>{({ passkeys }) => <Kept passkeys={passkeys} />}</ReadState>
      <AddSheet open={adding} googleBound={data?.googleBound ?? false} onClose={() => setAdding(false)} />
    </Screen>
  )
}

type AddSheetProps = { readonly open: boolean; readonly googleBound: boolean; readonly onClose: () => void }
function AddSheet({ open, googleBound, onClose }: AddSheetProps) {
  const t = useText()
  const wallet = useDeviceWallet()
  const add = async ({ code }: { code: string }) => {
    const begun = await call(beginPasskey, {}, { quiet: true })
    const passkey = await makePasskey(begun, `Glasshouse ${wallet?.walletId ?? ''}`)
    const { withdrawalsHeldUntil: until } = await call(addPasskey, { passkey, code }, { quiet: true })
    void reads.invalidateQueries()
    notify(t('security.passkey_added', { until: showMoment(until) }), 'good')
    onClose()
    return undefined
  }
  return (
    <PasswordSheet
      open={open}
      plain
      googleCode={googleBound}
      onClose={onClose}
      title={t('security.passkey_add')}
      onConfirm={add}
    />
  )
}

function Kept({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const t = useText()
  const [removing, setRemoving] = useState<string | undefined>()
  const { act } = useAct(removePasskeys, { changes: [loadPasskeys, loadSecurity] })
  const remove = async () => {
    if (removing === undefined || !(await act({ id: removing }))) return false
    setRemoving(undefined)
    return true
  }
  if (passkeys.length === 0) return <EmptyState>{t('security.passkey_none')}</EmptyState>
  const isAll = removing === ''
  return (
    <>
      <List label={t('security.passkeys')}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey.id)} />
        ))}
      </List>
      {passkeys.filter(({ copied }) => !copied).length > 1 && (
        <Button look="danger" onClick={() => setRemoving('')}>
          {t('security.passkeys_remove_all')}
        </Button>
      )}
      <ConfirmSheet
        open={removing !== undefined}
        title={t(isAll ? 'security.passkeys_remove_ask' : 'security.passkey_remove_ask')}
        action={t(isAll ? 'security.passkeys_remove_all' : 'security.passkey_remove')}
        danger
        onConfirm={remove}
        onClose={() => setRemoving(undefined)}
      >
        <p>{t('security.passkey_remove_why')}</p>
      </ConfirmSheet>
    </>
  )
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const t = useText()
  const { userAgent, createdAt, usedAt, here, copied } = passkey
  const used = usedAt
    ? t('security.passkey_used', { at: showMoment(usedAt) })
    : t('security.passkey_unused', { at: showMoment(createdAt) })
  return (
    <Row
      mark={
        <RowIcon tone={copied ? 'neg' : 'plain'}>
          <Icon name={copied ? 'warn' : 'key'} size={22} />
        </RowIcon>
      }
      title={deviceName(userAgent) || t('security.unknown_device')}
      note={copied ? t('security.passkey_copied') : used}
      end={here && <Chip tone="accent">{t('security.this_device')}</Chip>}
      foot={
        !copied && (
          <span className="pt-2 pb-1">
            <Button look="quiet" compact onClick={onRemove}>
              {t('security.passkey_remove')}
            </Button>
          </span>
        )
      }
    />
  )
}
