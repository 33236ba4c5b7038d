import { type FormEvent, useId, useState } from 'react'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { StorageNote } from '#ui/device/StorageNote.tsx'
import { openWords } from '#ui/device/sealed-words.ts'
import { ButtonLink, FormButton } from '#ui/form/Button.tsx'
import { PasswordField } from '#ui/form/Field.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { type DeviceWallet, useDeviceWallet } from '#ui/session/session.ts'
import { Card, RowIcon } from '#ui/shell/List.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { EmptyState } from '#ui/show/State.tsx'
import { type TextId, useText } from '#ui/text/texts.ts'
import { keepOpen, openedWords } from '../words/open-words.tsx'
import { BackUpSteps } from './BackUpSteps.tsx'

const warnings = [
  { icon: 'eyeOff', title: 'back_up.alone', text: 'back_up.alone_why' },
  { icon: 'edit', title: 'back_up.paper', text: 'back_up.paper_why' },
  { icon: 'phone', title: 'back_up.no_picture', text: 'back_up.no_picture_why' },
  { icon: 'shield', title: 'back_up.nobody_asks', text: 'back_up.nobody_asks_why' },
] as const satisfies readonly { icon: IconName; title: TextId; text: TextId }[]

export function BackUpScreen() {
  const t = useText()
  const wallet = useDeviceWallet()
  if (!wallet?.sealedPhrase)
    return (
      <Screen title={t('title.backup')} up="/pages/my/security">
        <EmptyState
          action={
            <ButtonLink to="/pages/login/import" look="quiet" compact>
              {t('login.restore')}
            </ButtonLink>
          }
        >
          {t('back_up.not_here')}
        </EmptyState>
      </Screen>
    )
  return <Opening wallet={wallet} />
}

function Opening({ wallet }: { wallet: DeviceWallet }) {
  const t = useText()
  const form = useId()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState(false)
  const { attempt, busy, failed } = useAttempt()
  const [opened] = useState(() => openedWords(wallet.walletId) !== undefined)

  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (opened) return go('/pages/back/step1')
    await attempt(async () => {
      const words = await openWords(wallet.walletId, password)
      setWrong(words === undefined)
      if (words === undefined) return
      keepOpen(wallet.walletId, words)
      go('/pages/back/step1')
    })
  }
  return (
    <Screen
      title={t('title.backup')}
      up="/pages/my/security"
      foot={
        <FormButton type="submit" form={form} busy={busy} missing={[!opened && !password && t('password.wallet')]}>
          {t('back_up.begin')}
        </FormButton>
      }
    >
      <BackUpSteps current={0} />
      {wallet.activated ? (
        <Note tone="accent">{t('back_up.already')}</Note>
      ) : (
        <>
          <p className="text-ink-2">{t('back_up.why')}</p>
          <StorageNote backedUp={false} />
        </>
      )}
      <Card className="px-4 py-1">
        <ul className="rows">
          {warnings.map(({ icon, title, text }) => (
            <li key={title} className="flex items-start gap-3 py-3">
              <RowIcon tone="warn">
                <Icon name={icon} size={22} />
              </RowIcon>
              <span className="min-w-0 flex-1">
                <span className="block font-semi leading-snug">{t(title)}</span>
                <span className="block text-small text-ink-3">{t(text)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <form id={form} onSubmit={(event) => void open(event)} noValidate>
        {!opened && (
          <PasswordField
            label={t('password.wallet')}
            value={password}
            onChange={(next) => {
              setPassword(next)
              setWrong(false)
            }}
            hint={wallet.hint ? t('password.hint', { hint: wallet.hint }) : t('back_up.password_why')}
            error={failed?.text ?? (wrong ? t('back_up.password_wrong') : undefined)}
          />
        )}
      </form>
    </Screen>
  )
}
