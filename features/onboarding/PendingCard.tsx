import { type FormEvent, useState } from 'react'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { openWithPassword } from '#ui/device/vault.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { PasswordField } from '#ui/form/Field.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { useText } from '#ui/text/texts.ts'
import { device, fetchEntry } from './device.tsx'
import type { Entered, Pending } from './sign-in/entry.ts'

type PendingCardProps = {
  readonly pending: Pending
  readonly typed?: string
  readonly onDone: (answer: Entered, words: string) => void
  readonly onGone: () => void
}

/** Finishes or discards a request whose response was lost. Finishing twice is safe. */
export function PendingCard({ pending, typed = '', onDone, onGone }: PendingCardProps) {
  const t = useText()
  const [password, setPassword] = useState(typed)
  const [wrong, setWrong] = useState(false)
  const [givingUp, setGivingUp] = useState(false)
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const { attempt, busy, failed } = useAttempt()
  const restoring = pending.kind === 'restore'
  const ofCode = failed?.key.startsWith('identity.code_')
  const neverArrived = failed?.key === 'identity.challenge_expired'

  const finish = async (event: FormEvent) => {
    event.preventDefault()
    await attempt(async () => {
      setWrong(false)
      const words = await openWithPassword(pending.sealedPhrase, password)
      if (words === undefined) return setWrong(true)
      const { finish } = await fetchEntry()
      try {
        onDone(await finish(device, pending, { password, words, code }), words)
      } catch (cause) {
        if (cause instanceof Error && cause.message.startsWith('identity.code_')) {
          setNeedsCode(true)
          setCode('')
        }
        throw cause
      }
    })
  }
  const giveUp = async () => {
    await device.dropPending(pending)
    onGone()
  }
  return (
    <Card className="grid gap-4 p-4">
      <div className="flex gap-3 text-warn">
        <Icon name="warn" />
        <div className="grid gap-1">
          <h2 className="text-lead font-semi leading-snug">{t(restoring ? 'pending.restore' : 'pending.create')}</h2>
          <p className="text-small text-ink-2">
            {t(neverArrived ? (restoring ? 'pending.restore_lost' : 'pending.create_lost') : 'pending.why')}
          </p>
        </div>
      </div>
      {neverArrived ? (
        <Button look="quiet" onClick={onGone}>
          {t('pending.again')}
        </Button>
      ) : (
        <form className="grid gap-3" onSubmit={finish} noValidate>
          <PasswordField
            label={t('password.wallet')}
            value={password}
            onChange={setPassword}
            hint={pending.hint ? t('password.hint', { hint: pending.hint }) : undefined}
            error={wrong ? t('pending.password_wrong') : ofCode ? undefined : failed?.text}
          />
          {needsCode && (
            <CodeField
              label={t('password.google_code')}
              value={code}
              onChange={setCode}
              error={ofCode ? failed?.text : undefined}
            />
          )}
          <FormButton
            type="submit"
            busy={busy}
            missing={[!password && t('password.wallet'), needsCode && code.length < 6 && t('password.google_code')]}
          >
            {t('pending.finish')}
          </FormButton>
          <Button look="quiet" onClick={() => setGivingUp(true)}>
            {t('pending.give_up')}
          </Button>
        </form>
      )}
      <ConfirmSheet
        open={givingUp}
        title={t('pending.give_up')}
        action={t('pending.give_up')}
        danger
        final
        onConfirm={giveUp}
        onClose={() => setGivingUp(false)}
      >
        {t(restoring ? 'pending.give_up_restore' : 'pending.give_up_create')}
      </ConfirmSheet>
    </Card>
  )
}
