import { type FormEvent, useEffect, useState } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { fetchVault } from '#ui/device/vault.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { PasswordField } from '#ui/form/Field.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { endSession } from '#ui/session/end-session.ts'
import { unlock } from '#ui/session/lock.ts'
import { deviceWallets } from '#ui/session/session.ts'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useText } from '#ui/text/texts.ts'

type LockedScreenProps = {
  readonly walletId: string
  readonly onDone: () => void
}

export function LockedScreen({ walletId, onDone }: LockedScreenProps) {
  const t = useText()
  const wallet = deviceWallets().find((known) => known.walletId === walletId)
  const [password, setPassword] = useState('')
  const [leaving, setLeaving] = useState(false)
  const { attempt, busy, failed } = useAttempt()
  useEffect(() => {
    document.title = [t('lock.locked'), t('app.name')].join(' · ')
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    fetchVault().catch(() => {
      // Retried on use, where the failure is reported.
    })
  }, [t])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return
    void attempt(async () => {
      const answer = await unlock(password)
      if (typeof answer === 'number' && answer > 0)
        throw new CallFailure(answers.refused, 'identity.password_wrong', { left: String(answer) })
      onDone()
    })
  }
  const leave = async () => {
    await endSession()
    onDone()
  }
  return (
    <Screen>
      <section className="hero relative mt-10 grid justify-items-center gap-3 overflow-hidden rounded-hero p-6 text-center shadow-raised">
        <Seal id={walletId} size={96} />
        <h1 tabIndex={-1} className="text-h1 font-semi leading-tight">
          {t('lock.locked')}
        </h1>
        <p className="text-hero-ink-2">
          <bdi>{wallet?.name}</bdi>
        </p>
      </section>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <PasswordField
          label={t('password.wallet')}
          value={password}
          onChange={setPassword}
          hint={wallet?.hint ? t('password.hint', { hint: wallet.hint }) : undefined}
          error={failed?.text}
        />
        <FormFoot>
          <FormButton type="submit" busy={busy} missing={[password === '' && t('password.wallet')]}>
            {t('lock.unlock')}
          </FormButton>
        </FormFoot>
        <Button look="quiet" icon="logOut" onClick={() => setLeaving(true)}>
          {t('my.log_out')}
        </Button>
      </form>
      <ConfirmSheet
        open={leaving}
        title={t('my.log_out_title')}
        action={t('my.log_out')}
        danger
        onConfirm={leave}
        onClose={() => setLeaving(false)}
      >
        {t('my.log_out_text')}
      </ConfirmSheet>
    </Screen>
  )
}
