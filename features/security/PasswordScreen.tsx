import { type FormEvent, useId, useState } from 'react'
import {
  hintLengthMax,
  hintTells,
  isPasswordShort,
  passwordFlaw,
  passwordRules,
} from '#identity/passwords/password-rules.ts'
import { cleanLine } from '#kit/text/typed-text.ts'
import { call } from '#ui/call/call.ts'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { reads } from '#ui/call/use-call.ts'
import { keepSeal, openWords, prepareSeal } from '#ui/device/sealed-words.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { Field, PasswordField } from '#ui/form/Field.tsx'
import { missingOfPassword, NewPasswordFields } from '#ui/form/NewPasswordFields.tsx'
import { provePassword } from '#ui/form/password-check.ts'
import { tooLong } from '#ui/form/too-long.ts'
import { changeWallet } from '#ui/session/change-wallets.ts'
import { sealForLock } from '#ui/session/lock.ts'
import { useDeviceWallet } from '#ui/session/session.ts'
import { back } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { notify } from '#ui/show/toasts.ts'
import { FailedNote } from '#ui/text/FailedNote.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { GoogleCodeSheet } from './GoogleCodeSheet.tsx'
import { MailCodeSheet } from './mail/MailCodeSheet.tsx'
import { changePassword } from './security.contract.ts'
import { useBindings } from './use-bindings.tsx'

export function PasswordScreen() {
  const t = useText()
  const form = useId()
  const wallet = useDeviceWallet()
  const [current, setCurrent] = useState('')
  const [secret, setSecret] = useState({ password: '', repeat: '' })
  const [hint, setHint] = useState('')
  const [compared, setCompared] = useState(false)
  const { attempt, busy, failed } = useAttempt()
  const { bound } = useBindings()
  const [coding, setCoding] = useState<'mail' | 'google' | undefined>()

  const { password, repeat } = secret
  const walletId = wallet?.walletId ?? ''
  const told = hintTells(hint, password)
  const longHint = tooLong(t, hint, hintLengthMax)
  const isId = passwordFlaw(password, walletId) === 'password_is_id'
  const ready = current !== '' && !passwordFlaw(password, walletId) && repeat !== '' && !told && !longHint
  const ofCurrent = failed?.key === 'identity.password_wrong' || failed?.key === 'identity.password_locked'
  const ofNew = !ofCurrent && failed?.key.startsWith('identity.password')
  const newFlaw = isId ? t('security.password_is_id') : ofNew ? failed?.text : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setCompared(true)
    if (!ready || repeat !== password) return
    // Check the password first, so no code is sent without it.
    void attempt(async () => {
      await provePassword(current)
      if (bound?.mail) setCoding('mail')
      else if (bound?.google) setCoding('google')
      else await change({})
    })
  }
  /** @throws CallFailure */
  const change = async (codes: { readonly mailCode?: string; readonly googleCode?: string }) => {
    const words = await openWords(walletId, current)
    const seal = words === undefined ? undefined : await prepareSeal(walletId, words, password)
    const asked = { currentPassword: current, newPassword: password, repeatPassword: repeat, ...codes }
    const { withdrawalsHeldUntil } = await call(changePassword, asked, { quiet: true })
    if (seal !== undefined) await keepSeal(walletId, seal)
    await sealForLock(password)
    await changeWallet(walletId, { hint: cleanLine(hint) })
    void reads.invalidateQueries()
    notify(t('security.password_changed', { until: showMoment(withdrawalsHeldUntil) }), 'good')
    back('/pages/my/security')
  }
  return (
    <Screen
      title={t('title.password')}
      up="/pages/my/security"
      foot={
        <FormButton
          type="submit"
          form={form}
          busy={busy}
          disabled={!ready}
          missing={[
            current === '' && t('security.current_password'),
            ...missingOfPassword(t, repeat, passwordFlaw(password, walletId) !== undefined),
          ]}
          why={longHint}
        >
          {t('security.change_password')}
        </FormButton>
      }
    >
      <Note tone="warn">{t('security.password_warning')}</Note>
      <form id={form} className="grid gap-5" onSubmit={submit} noValidate>
        <PasswordField
          label={t('security.current_password')}
          value={current}
          onChange={setCurrent}
          hint={wallet?.hint ? t('password.hint', { hint: wallet.hint }) : undefined}
          error={ofCurrent ? failed?.text : undefined}
        />
        <NewPasswordFields
          value={secret}
          onChange={setSecret}
          rules={passwordRules(password)}
          short={isPasswordShort(password)}
          error={newFlaw}
          compared={compared}
          onCompare={() => setCompared(true)}
        />
        <Field
          label={t('security.new_hint')}
          value={hint}
          onChange={setHint}
          most={hintLengthMax}
          autoComplete="off"
          hint={t('security.new_hint_why')}
          error={told ? t('security.hint_tells') : undefined}
        />
        {failed && !ofCurrent && !ofNew && (
          <div role="alert">
            <FailedNote
              failed={failed.key === 'network' ? { ...failed, text: t('security.password_unanswered') } : failed}
            />
          </div>
        )}
      </form>
      <MailCodeSheet
        open={coding === 'mail'}
        onClose={() => setCoding((now) => (now === 'mail' ? undefined : now))}
        title={t('bind.password_code')}
        email={bound?.mail ?? ''}
        scene="password"
        instead={
          bound?.google && (
            <Button look="quiet" onClick={() => setCoding('google')}>
              {t('bind.google_instead')}
            </Button>
          )
        }
        onCode={(mailCode) => change({ mailCode })}
      />
      <GoogleCodeSheet
        open={coding === 'google'}
        onClose={() => setCoding((now) => (now === 'google' ? undefined : now))}
        onCode={(googleCode) => change({ googleCode })}
      />
    </Screen>
  )
}
