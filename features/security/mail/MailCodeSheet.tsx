import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { digitsOf, type MailScene } from '#identity/mail/mail-scenes.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { call } from '#ui/call/call.ts'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import type { Solved } from '#ui/sheet/CaptchaSheet.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { toast } from '#ui/show/toasts.ts'
import { useCountdown } from '#ui/show/use-countdown.ts'
import { FailedNote } from '#ui/text/FailedNote.tsx'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { sendMailCode } from './mail.contract.ts'

const CaptchaSheet = lazy(async () => ({ default: (await import('#ui/sheet/CaptchaSheet.tsx')).CaptchaSheet }))

/** Spec point 9: faster repeated presses count as one. */
const [sendThrottleMs, confirmThrottleMs] = [1_500, 1_000]

type MailCodeSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly email: string
  readonly scene: MailScene
  readonly children?: ReactNode
  readonly instead?: ReactNode
  /** @throws CallFailure, shown by the sheet */
  readonly onCode: (code: string) => Promise<void>
}

export function MailCodeSheet({ open, onClose, title, ...rest }: MailCodeSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <MailCodeForm {...rest} />
    </Sheet>
  )
}

function useThrottle(ms: number): (press: () => void) => void {
  const last = useRef(Number.NEGATIVE_INFINITY)
  return (press) => {
    if (performance.now() - last.current < ms) return
    last.current = performance.now()
    press()
  }
}

function useSending(email: string, scene: MailScene) {
  const [puzzled, setPuzzled] = useState(false)
  const [sent, setSent] = useState({ wait: 0, times: 0 })
  const { attempt, busy, failed } = useAttempt()
  const left = useCountdown(sent.wait, sent.times)
  const throttled = useThrottle(sendThrottleMs)
  const t = useText()
  const send = async (solved: Solved) => {
    setPuzzled(false)
    const asked = { email, scene, method: 2, ...solved, language: currentLanguage().wire }
    const answer = await attempt(() =>
      call(sendMailCode, asked, { quiet: true }).catch((cause) => {
        if (cause instanceof CallFailure && cause.key === 'identity.mail_too_soon')
          setSent(({ times }) => ({ wait: Number(cause.params.seconds), times }))
        throw cause
      }),
    )
    if (!answer) return
    setSent(({ times }) => ({ wait: answer.waitSeconds, times: times + 1 }))
    toast(t('bind.sent'), 'good')
  }
  return {
    ask: () => throttled(() => setPuzzled(true)),
    send,
    puzzled,
    close: () => setPuzzled(false),
    left,
    busy,
    failed,
    isSent: sent.times > 0,
  }
}

function MailCodeForm({
  email,
  scene,
  children,
  instead,
  onCode,
}: Omit<MailCodeSheetProps, 'open' | 'onClose' | 'title'>) {
  const t = useText()
  const [code, setCode] = useState('')
  const sending = useSending(email, scene)
  const { attempt, busy, failed } = useAttempt()
  const throttled = useThrottle(confirmThrottleMs)
  const digits = digitsOf(scene)
  const ofCode = failed?.key.startsWith('identity.mail_code') || failed?.key === 'identity.code_locked'

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (code.length !== digits || busy) return
    throttled(() => void attempt(() => onCode(code)))
  }
  return (
    <>
      <form className="grid gap-4" onSubmit={confirm} noValidate>
        {children}
        <p className="text-ink-2">{t(sending.isSent ? 'bind.sent_to' : 'bind.send_to')}</p>
        <p className="font-semi [overflow-wrap:anywhere]">
          <bdi>{email}</bdi>
        </p>
        <FormButton
          look={sending.isSent ? 'quiet' : 'primary'}
          busy={sending.busy}
          why={sending.left > 0 && t('bind.send_again_in', { seconds: String(sending.left) })}
          onClick={sending.ask}
        >
          {t(sending.isSent ? 'bind.send_again' : 'bind.send')}
        </FormButton>
        {sending.failed && (
          <div role="alert">
            <FailedNote failed={sending.failed} />
          </div>
        )}
        <CodeField
          key={sending.isSent ? 'sent' : 'unsent'}
          label={t('bind.code', { digits: String(digits) })}
          value={code}
          onChange={setCode}
          length={digits}
          hint={t('bind.code_hint')}
          error={ofCode ? failed?.text : undefined}
        />
        {failed && !ofCode && (
          <div role="alert">
            <FailedNote failed={failed} />
          </div>
        )}
        <FormFoot>
          <FormButton
            type="submit"
            look={sending.isSent ? 'primary' : 'quiet'}
            busy={busy}
            missing={[code.length !== digits && t('bind.code', { digits: String(digits) })]}
          >
            {t('confirm.confirm')}
          </FormButton>
        </FormFoot>
        {instead}
      </form>
      {sending.puzzled && (
        <Suspense>
          <CaptchaSheet open onClose={sending.close} onSolved={(solved) => void sending.send(solved)} />
        </Suspense>
      )}
    </>
  )
}
