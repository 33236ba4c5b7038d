import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { loadPart } from '../call/load-part.ts'
import { useIsWaiting } from '../call/pending.ts'
import { Button, FormButton } from '../form/Button.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { PasswordField } from '../form/Field.tsx'
import { FormFoot } from '../form/FormFoot.tsx'
import { HoldButton } from '../form/HoldButton.tsx'
import { provePassword } from '../form/password-check.ts'
import { Seal } from '../picture/Seal.tsx'
import { Sheet } from '../sheet/Sheet.tsx'
import { useOnline } from '../shell/use-online.ts'
import { Note } from '../show/Facts.tsx'
import { SupportFor } from '../show/SupportFor.tsx'
import { failureWords, useText } from '../text/texts.ts'
import { confirmNextBy } from './confirm-method.ts'
import { useDeviceWallet, useSession } from './session.ts'

type PasswordSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** Details of the action, usually <Facts>. */
  readonly children?: ReactNode
  /** Always visible with the button. */
  readonly target?: ReactNode
  /** Label with the amount, such as "Withdraw 200 USDT". Default: "Confirm". */
  readonly action?: string | undefined
  /** Irreversible, so the user must hold the button. */
  readonly final?: boolean
  readonly googleCode?: boolean
  /** True for actions that move no money: no gold button or passkey option. */
  readonly plain?: boolean
  /**
   * Runs after password confirmation, with the wallet token set. Call with `quiet`. To keep the sheet open, throw or return a CallFailure,
   * whose message it shows, or return `stay`.
   */
  readonly onConfirm: (proof: {
    readonly code: string
    readonly password: string
  }) => Promise<CallFailure | 'stay' | undefined>
}

export function PasswordSheet({ open, onClose, ...rest }: PasswordSheetProps) {
  const session = useSession()
  const facts = useId()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={rest.title}
      mark={<Seal id={session?.walletId ?? ''} />}
      describedBy={facts}
    >
      <PasswordForm {...rest} facts={facts} />
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
  target,
  action,
  final = false,
  googleCode = false,
  plain = false,
  onConfirm,
  facts,
}: Omit<PasswordSheetProps, 'open' | 'onClose'> & { readonly facts: string }) {
  const t = useText()
  const wallet = useDeviceWallet()
  const hint = wallet?.hint
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<FailedField | undefined>()
  // The server may still require a code, because the amount allowed without one may have changed.
  const [asked, setAsked] = useState(false)
  const hasPasskey = wallet?.hasPasskey === true && !plain
  const [byPasskey, setByPasskey] = useState(hasPasskey)
  const button = useRef<HTMLButtonElement>(null)
  const isLocked = useRef(false)
  const isWaiting = useIsWaiting()
  const needsCode = googleCode || asked
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) setFailed((now) => (now?.failure.code === 'network' ? undefined : now))
  }, [isOnline])

  const fail = async (failure: CallFailure, isSent: boolean) => {
    const field = failure.key.startsWith('identity.password')
      ? 'password'
      : failure.key.includes('.code_')
        ? 'code'
        : 'none'
    const text = isSent || failure.code !== 'network' ? await failureWords(failure) : t('network.not_sent')
    setFailed({ field, text, failure })
    if (failure.key === 'identity.code_needed') setAsked(true)
    if (field === 'code') setCode('')
  }
  const confirm = async (code: string, prove: () => Promise<void>) => {
    if (isLocked.current) return
    isLocked.current = true
    setBusy(true)
    setFailed(undefined)
    let isSent = false
    let isAnswered = false
    try {
      await prove()
      isSent = true
      const failure = await onConfirm({ code, password })
      isAnswered = failure === undefined
      if (failure instanceof CallFailure) await fail(failure, isSent)
      else if (isAnswered && !plain)
        import('./passkey-offer.ts').then((offers) => offers.offerNext(hasPasskey)).catch(() => {})
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      await fail(cause, isSent)
    } finally {
      if (!isAnswered) {
        isLocked.current = false
        setBusy(false)
      }
    }
  }
  const confirmByPassword = async (code: string) => {
    confirmNextBy(undefined)
    await confirm(code, () => provePassword(password))
  }
  /** Prompts for the passkey just before sending, because it signs this exact call. */
  const confirmByPasskey = (code: string) =>
    confirm(code, async () => {
      const { confirmWithPasskey } = await loadPart(() => import('./passkey-device.ts'))
      confirmNextBy(confirmWithPasskey)
    })
  const hasCode = (typed: string) => !needsCode || typed.length === 6
  const confirmed = (typed: string) => {
    if (!hasCode(typed) || !(byPasskey || password !== '')) return
    void (byPasskey ? confirmByPasskey(typed) : confirmByPassword(typed))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!final) confirmed(code)
  }
  /** For irreversible actions, Enter only focuses the button. */
  const lead = (event: KeyboardEvent) => {
    if (!final || event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    button.current?.focus()
  }
  const main = {
    look: plain ? 'primary' : 'gold',
    busy,
    ...(byPasskey ? { icon: 'key' as const } : {}),
    missing: [!byPasskey && password === '' && t('password.wallet'), !hasCode(code) && t('password.google_code')],
    children: action ?? t('confirm.confirm'),
  } as const
  return (
    <form className="grid gap-3" onSubmit={submit} onKeyDown={lead} noValidate>
      <div id={facts} className="grid gap-3 empty:hidden">
        {children}
      </div>
      {failed?.field === 'none' && (
        <div role="alert" className="rounded-control bg-neg-soft px-4 py-3 text-small text-neg">
          <p>{failed.text}</p>
          <SupportFor failure={failed.failure} />
        </div>
      )}
      {!isOnline && !failed && (
        <div role="status">
          <Note tone="warn">{t('state.offline')}</Note>
        </div>
      )}
      {busy && isWaiting && (
        <div role="status">
          <Note>{t('pending.waiting')}</Note>
        </div>
      )}
      <FormFoot>
        {target && <p className="text-small">{target}</p>}
        <div className="grid gap-x-3 gap-y-2 min-[560px]:grid-flow-col min-[560px]:auto-cols-fr">
          {!byPasskey && (
            <PasswordField
              data-focus=""
              label={t('password.wallet')}
              value={password}
              onChange={setPassword}
              hint={hint ? t('password.hint', { hint }) : undefined}
              error={failed?.field === 'password' ? failed.text : undefined}
            />
          )}
          {needsCode && (
            <CodeField
              label={t('password.google_code')}
              value={code}
              onChange={setCode}
              onFull={(full) => plain && !final && confirmed(full)}
              error={failed?.field === 'code' ? failed.text : undefined}
            />
          )}
        </div>
        {final ? (
          <HoldButton {...main} button={button} onHeld={() => confirmed(code)} />
        ) : (
          <FormButton {...main} type="submit" />
        )}
        {hasPasskey && (
          <Button look="quiet" onClick={() => busy || setByPasskey(!byPasskey)}>
            {t(byPasskey ? 'password.instead' : 'password.passkey')}
          </Button>
        )}
      </FormFoot>
    </form>
  )
}
