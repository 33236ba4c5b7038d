import { type FormEvent, useId, useState } from 'react'
import { ButtonLink, FormButton } from '#ui/Button.tsx'
import { Note } from '#ui/Facts.tsx'
import { PasswordField } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icons.ts'
import { Card, RowIcon } from '#ui/List.tsx'
import { go } from '#ui/navigation.ts'
import { Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/State.tsx'
import { StorageNote } from '#ui/StorageNote.tsx'
import { openWords } from '#ui/sealed-words.ts'
import { type DeviceWallet, useDeviceWallet } from '#ui/session.ts'
import { type TextId, useText } from '#ui/texts.ts'
import { useAttempt } from '#ui/use-attempt.ts'
import { BackUpSteps } from './BackUpSteps.tsx'
import { keepOpen, openedWords } from './words/open-words.tsx'

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
