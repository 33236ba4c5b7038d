import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { isPasswordShort, passwordFlaw, passwordRules } from '#identity/password-rules.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Facts.tsx'
import { Field } from '#ui/Field.tsx'
import { NewPasswordFields } from '#ui/NewPasswordFields.tsx'
import { Screen } from '#ui/Screen.tsx'
import { useText } from '#ui/texts.ts'
import type { Failed } from '#ui/use-attempt.ts'
import { StepHeading } from './StepHeading.tsx'

/** Longest hint, in characters. */
const hintLengthMax = 60

export type NewSecret = { readonly password: string; readonly hint: string }

type RestorePasswordProps = {
  readonly head: ReactNode
  readonly back: ReactNode
  readonly busy: boolean
  readonly failed: Failed | undefined
  readonly onRestore: (secret: NewSecret) => void
}

/** The last step of a restore: a new wallet password, and the button that makes it happen. */
export function RestorePassword({ head, back, busy, failed, onRestore }: RestorePasswordProps) {
  const t = useText()
  const form = useId()
  const [secret, setSecret] = useState({ password: '', repeat: '' })
  const [hint, setHint] = useState('')
  const [compared, setCompared] = useState(false)
  const { password, repeat } = secret
  const told = password !== '' && hint.toLowerCase().includes(password.toLowerCase())
  const ready = !passwordFlaw(password) && repeat !== '' && !told
  const ofPassword = failed?.key.startsWith('identity.password')

  const restore = (event: FormEvent) => {
    event.preventDefault()
    setCompared(true)
    if (ready && repeat === password && !busy) onRestore({ password, hint: hint.trim() })
  }
  return (
    <Screen
      title={t('title.import')}
      up="/pages/login/index"
      foot={
        <>
          <Button type="submit" form={form} busy={busy} disabled={!ready}>
            {t(busy ? 'restore.busy' : 'restore.restore')}
          </Button>
          {!busy && back}
        </>
      }
    >
      {head}
      <StepHeading>{t('restore.password_title')}</StepHeading>
      <form id={form} className="grid gap-5" onSubmit={restore} noValidate>
        <NewPasswordFields
          value={secret}
          onChange={setSecret}
          rules={passwordRules(password)}
          short={isPasswordShort(password)}
          error={ofPassword ? failed?.text : undefined}
          compared={compared}
          onCompare={() => setCompared(true)}
        />
        <Field
          label={t('create.hint')}
          value={hint}
          onChange={setHint}
          maxLength={hintLengthMax}
          autoComplete="off"
          hint={t('create.hint_why')}
          error={told ? t('create.hint_tells') : undefined}
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
