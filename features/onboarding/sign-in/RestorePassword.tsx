import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { passwordFlaw } from '#identity/passwords/password-rules.ts'
import { cleanLine } from '#kit/text/typed-text.ts'
import type { Failed } from '#ui/call/use-attempt.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { missingOfPassword } from '#ui/form/NewPasswordFields.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { StepHeading } from '../StepHeading.tsx'
import { isHintWrong, isOfPassword, nothingTyped, SecretFields } from './SecretFields.tsx'

export type NewSecret = { readonly password: string; readonly hint: string }

type RestorePasswordProps = {
  readonly head: ReactNode
  readonly back: ReactNode
  readonly busy: boolean
  readonly failed: Failed | undefined
  readonly onRestore: (secret: NewSecret) => void
}

export function RestorePassword({ head, back, busy, failed, onRestore }: RestorePasswordProps) {
  const t = useText()
  const form = useId()
  const [secret, setSecret] = useState(nothingTyped)
  const [compared, setCompared] = useState(false)
  const { password, repeat, hint } = secret
  const told = isHintWrong(secret)
  const ready = !passwordFlaw(password) && repeat !== '' && !told
  const ofPassword = isOfPassword(failed)

  const restore = (event: FormEvent) => {
    event.preventDefault()
    setCompared(true)
    if (ready && repeat === password && !busy) onRestore({ password, hint: cleanLine(hint) })
  }
  return (
    <Screen
      title={t('title.import')}
      up="/pages/login/index"
      foot={
        <>
          <FormButton
            type="submit"
            form={form}
            busy={busy}
            disabled={!ready}
            missing={[...missingOfPassword(t, repeat, passwordFlaw(password) !== undefined)]}
          >
            {t(busy ? 'restore.busy' : 'restore.restore')}
          </FormButton>
          {!busy && back}
        </>
      }
    >
      {head}
      <StepHeading>{t('restore.password_title')}</StepHeading>
      <p className="flex items-center justify-between gap-3 text-small text-ink-2">
        {t('password.wallet')} <Chip tone="warn">{t('restore.password_not_set')}</Chip>
      </p>
      <form id={form} className="grid gap-5" onSubmit={restore} noValidate>
        <SecretFields
          value={secret}
          onChange={setSecret}
          failed={failed}
          compared={compared}
          onCompare={() => setCompared(true)}
        />
        {failed && !ofPassword && (
          <div role="alert">
            <Note tone="neg">{failed.text}</Note>
          </div>
        )}
        <Note tone="warn">{t('restore.last_warning')}</Note>
      </form>
    </Screen>
  )
}
