import { type FormEvent, type ReactNode, useState } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { FormButton } from './Button.tsx'
import { CodeField } from './CodeField.tsx'
import { confirmNextBy } from './confirm-way.ts'
import { Note } from './Facts.tsx'
import { PasswordField } from './Field.tsx'
import { provePassword } from './password-check.ts'
import { useIsWaiting } from './pending.ts'
import { Seal } from './Seal.tsx'
import { Sheet } from './Sheet.tsx'
import { SupportFor } from './SupportFor.tsx'
import { useDeviceWallet, useSession } from './session.ts'
import { failureWords, useText } from './texts.ts'

type PasswordSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  /** What is about to happen: "Confirm withdrawal". */
  readonly title: string
  /** What it moves and to whom: usually <Facts>. */
  readonly children?: ReactNode
  /** Also asks for the Google code. */
  readonly googleCode?: boolean
  /** Off by default: only what moves money has the gold button, and may be confirmed by a passkey in place of the password. */
  readonly plain?: boolean
  /**
   * Runs once the password is proved; the wallet token is then in place. Call with `quiet` and throw or return the CallFailure that
   * stopped it, and the sheet stays open and says why.
   */
  readonly onConfirm: (proof: { readonly code: string; readonly password: string }) => Promise<CallFailure | undefined>
}

/** The trading-password sheet: the wallet's own seal, what will happen, the password, and the gold button. */
export function PasswordSheet({ open, onClose, ...rest }: PasswordSheetProps) {
  const session = useSession()
  return (
    <Sheet open={open} onClose={onClose} title={rest.title} mark={<Seal id={session?.walletId ?? ''} />}>
      <PasswordForm {...rest} />
    </Sheet>
  )
}

type FailedField = {
  readonly field: 'password' | 'code' | 'none'
  readonly text: string
  readonly failure: CallFailure
}

function PasswordForm({
  children,
  googleCode = false,
  plain = false,
  onConfirm,
}: Omit<PasswordSheetProps, 'open' | 'onClose'>) {
  const t = useText()
  const wallet = useDeviceWallet()
  const hint = wallet?.hint
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<FailedField | undefined>()
  // The server asks where this screen did not expect it: what is left without a code has changed meanwhile.
  const [asked, setAsked] = useState(false)
  const isWaiting = useIsWaiting()
  const needsCode = googleCode || asked
  const hasCode = !needsCode || code.length === 6
  const ready = password !== '' && hasCode

  const fail = async (failure: CallFailure) => {
    const field = failure.key.startsWith('identity.password')
      ? 'password'
      : failure.key.includes('.code_')
        ? 'code'
        : 'none'
    setFailed({ field, text: await failureWords(failure), failure })
    if (failure.key === 'identity.code_needed') setAsked(true)
    if (field === 'code') setCode('')
  }
  const confirm = async (prove: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      await prove()
      const failure = await onConfirm({ code, password })
      if (failure) await fail(failure)
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      await fail(cause)
    } finally {
      setBusy(false)
    }
  }
  const confirmByPassword = (event: FormEvent) => {
    event.preventDefault()
    confirmNextBy(undefined)
    if (ready) void confirm(() => provePassword(password))
  }
  /** The device is asked when the call is about to be sent, for it confirms this very call. */
  const confirmByPasskey = () =>
    confirm(async () => {
      const { confirmWithPasskey } = await import('./passkey-device.ts').catch(() => {
        throw new CallFailure('network', 'network')
      })
      confirmNextBy(confirmWithPasskey)
    })
  return (
    <form className="grid gap-3" onSubmit={confirmByPassword} noValidate>
      {children}
      <PasswordField
        label={t('password.wallet')}
        value={password}
        onChange={setPassword}
        hint={hint ? t('password.hint', { hint }) : undefined}
        error={failed?.field === 'password' ? failed.text : undefined}
      />
      {needsCode && (
        <CodeField
          label={t('password.google_code')}
          value={code}
          onChange={setCode}
          error={failed?.field === 'code' ? failed.text : undefined}
        />
      )}
      {failed?.field === 'none' && (
        <div role="alert" className="rounded-control bg-neg-soft px-4 py-3 text-small text-neg">
          <p>{failed.text}</p>
          <SupportFor failure={failed.failure} />
        </div>
      )}
      {busy && isWaiting && (
        <div role="status">
          <Note>{t('pending.waiting')}</Note>
        </div>
      )}
      <FormButton
        type="submit"
        look={plain ? 'primary' : 'gold'}
        busy={busy}
        missing={[password === '' && t('password.wallet'), !hasCode && t('password.google_code')]}
      >
        {t('confirm.confirm')}
      </FormButton>
      {wallet?.hasPasskey && !plain && (
        <FormButton
          look="quiet"
          icon="key"
          disabled={busy}
          missing={[!busy && !hasCode && t('password.google_code')]}
          onClick={() => void confirmByPasskey()}
        >
          {t('password.passkey')}
        </FormButton>
      )}
    </form>
  )
}
