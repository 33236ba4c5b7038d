import { type FormEvent, useId, useState } from 'react'
import { hintLengthMax, hintTells, isPasswordShort, passwordFlaw, passwordRules } from '#identity/password-rules.ts'
import { Button } from '#ui/Button.tsx'
import { call } from '#ui/call.ts'
import { Note } from '#ui/Facts.tsx'
import { Field, PasswordField } from '#ui/Field.tsx'
import { showMoment } from '#ui/format.ts'
import { NewPasswordFields } from '#ui/NewPasswordFields.tsx'
import { back } from '#ui/navigation.ts'
import { provePassword } from '#ui/password-check.ts'
import { Screen } from '#ui/Screen.tsx'
import { keepSeal, openWords, prepareSeal } from '#ui/sealed-words.ts'
import { changeWallet, useDeviceWallet } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { notify } from '#ui/toasts.ts'
import { useAttempt } from '#ui/use-attempt.ts'
import { reads } from '#ui/use-call.ts'
import { changePassword } from './security.contract.ts'

/** Changes the wallet password, and with it the seal on the words of this device. */
export function PasswordScreen() {
  const t = useText()
  const form = useId()
  const wallet = useDeviceWallet()
  const [current, setCurrent] = useState('')
  const [secret, setSecret] = useState({ password: '', repeat: '' })
  const [hint, setHint] = useState('')
  const [compared, setCompared] = useState(false)
  const { attempt, busy, failed } = useAttempt()

  const { password, repeat } = secret
  const walletId = wallet?.walletId ?? ''
  const told = hintTells(hint, password)
  const isId = passwordFlaw(password, walletId) === 'password_is_id'
  const ready = current !== '' && !passwordFlaw(password, walletId) && repeat !== '' && !told
  const ofCurrent = failed?.key === 'identity.password_wrong' || failed?.key === 'identity.password_locked'
  const ofNew = !ofCurrent && failed?.key.startsWith('identity.password')
  const newFlaw = isId ? t('security.password_is_id') : ofNew ? failed?.text : undefined

  const change = async (event: FormEvent) => {
    event.preventDefault()
    setCompared(true)
    if (!ready || repeat !== password) return
    const answer = await attempt(async () => {
      await provePassword(current)
      const words = await openWords(walletId, current)
      if (words !== undefined) await prepareSeal(walletId, words, password)
      const asked = { currentPassword: current, newPassword: password, repeatPassword: repeat }
      const changed = await call(changePassword, asked, { quiet: true })
      if (words !== undefined) await keepSeal(walletId)
      await changeWallet(walletId, { hint: hint.trim() })
      return changed
    })
    if (!answer) return
    void reads.invalidateQueries()
    notify(t('security.password_changed', { until: showMoment(answer.withdrawalsHeldUntil) }), 'good')
    back('/pages/my/security')
  }
  return (
    <Screen
      title={t('title.password')}
      up="/pages/my/security"
      foot={
        <Button type="submit" form={form} busy={busy} disabled={!ready}>
          {t('security.change_password')}
        </Button>
      }
    >
      <Note tone="warn">{t('security.password_warning')}</Note>
      <form id={form} className="grid gap-5" onSubmit={(event) => void change(event)} noValidate>
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
          maxLength={hintLengthMax}
          autoComplete="off"
          hint={t('security.new_hint_why')}
          error={told ? t('security.hint_tells') : undefined}
        />
        {failed && !ofCurrent && !ofNew && (
          <div role="alert">
            <Note tone="neg">{failed.key === 'network' ? t('security.password_unanswered') : failed.text}</Note>
          </div>
        )}
      </form>
    </Screen>
  )
}
