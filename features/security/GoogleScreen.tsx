import { type FormEvent, useId, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { reads } from '#ui/call/use-call.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card, List, Row, RowIcon } from '#ui/shell/List.tsx'
import { back } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Note, Steps } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { notify } from '#ui/show/toasts.ts'
import { CodeText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { FailedNote } from '#ui/text/FailedNote.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { bindGoogle, setUpGoogle } from './security.contract.ts'
import { useBindings } from './use-bindings.tsx'

/** The new secret, shown once and kept only in this screen. */
type SetUp = OutputOf<typeof setUpGoogle>
type Step = 'install' | 'add' | 'confirm'
const steps = ['install', 'add', 'confirm'] as const
const stores = [
  { name: 'Google Play', href: 'https://play.google.com/store/apps/details?id=com.google.android.apps.authenticator2' },
  { name: 'App Store', href: 'https://apps.apple.com/app/google-authenticator/id388497605' },
] as const

export function GoogleScreen() {
  const t = useText()
  const { read, bound } = useBindings()
  const [replacing, setReplacing] = useState(false)
  if (bound && (!bound.google || replacing)) return <Binding replacing={replacing} />
  return (
    <Screen title={t('title.google')} up="/pages/my/security" onRefresh={read.refetch}>
      <ReadState read={read}>{() => <Bound onReplace={() => setReplacing(true)} />}</ReadState>
    </Screen>
  )
}

function Bound({ onReplace }: { onReplace: () => void }) {
  const t = useText()
  return (
    <>
      <div className="grid justify-items-center gap-4 px-4 py-8 text-center">
        <span className="grid size-24 place-items-center rounded-pill bg-accent-soft text-accent-ink">
          <Icon name="shield" size={48} />
        </span>
        <Chip tone="accent">{t('security.bound')}</Chip>
        <p className="text-ink-2">{t('security.google_bound')}</p>
      </div>
      <Note tone="warn">{t('security.google_replace_why')}</Note>
      <Button look="quiet" onClick={onReplace}>
        {t('security.google_replace')}
      </Button>
    </>
  )
}

function Binding({ replacing }: { replacing: boolean }) {
  const t = useText()
  const form = useId()
  const [step, setStep] = useState<Step>('install')
  const [asking, setAsking] = useState(false)
  const [setUp, setSetUp] = useState<SetUp | undefined>()
  const codes = useCodes(replacing, () => setAsking(true))

  const foot = {
    install: (
      <Button onClick={() => (setUp ? setStep('add') : setAsking(true))}>{t('security.google_installed')}</Button>
    ),
    add: (
      <>
        <Button onClick={() => setStep('confirm')}>{t('security.google_added')}</Button>
        <Button look="quiet" onClick={() => setStep('install')}>
          {t('security.step_back')}
        </Button>
      </>
    ),
    confirm: (
      <>
        <FormButton type="submit" form={form} busy={codes.busy} missing={codes.missing}>
          {t('security.google_bind')}
        </FormButton>
        <Button look="quiet" onClick={() => setStep('add')}>
          {t('security.step_back')}
        </Button>
      </>
    ),
  }
  return (
    <Screen title={t('title.google')} up="/pages/my/security" foot={foot[step]}>
      <Steps
        label={t('security.google_steps')}
        current={steps.indexOf(step)}
        steps={[t('security.google_step_install'), t('security.google_step_add'), t('security.google_step_confirm')]}
      />
      {step === 'install' && <Install />}
      {step === 'add' && setUp && <AddKey setUp={setUp} />}
      {step === 'confirm' && <Confirm form={form} codes={codes} replacing={replacing} />}
      <PasswordSheet
        open={asking}
        plain
        onClose={() => setAsking(false)}
        title={t('security.google_password')}
        onConfirm={async () => {
          // If a confirmation expired, keep the existing key.
          if (!setUp) {
            setSetUp(await call(setUpGoogle, {}, { quiet: true }))
            setStep('add')
          }
          setAsking(false)
          return undefined
        }}
      />
    </Screen>
  )
}

const Install = () => {
  const t = useText()
  return (
    <>
      <p className="text-ink-2">{t('security.google_install')}</p>
      <List label={t('security.google_step_install')}>
        {stores.map(({ name, href }) => (
          <Row
            key={name}
            mark={
              <RowIcon>
                <Icon name="down" size={22} />
              </RowIcon>
            }
            title={name}
            href={href}
          />
        ))}
      </List>
      <p className="text-small text-ink-3">{t('security.google_others')}</p>
    </>
  )
}

const AddKey = ({ setUp }: { setUp: SetUp }) => {
  const t = useText()
  const groups = setUp.secret.match(/.{1,4}/g)?.join(' ') ?? ''
  return (
    <>
      <p className="text-ink-2">{t('security.google_add')}</p>
      <Card className="grid gap-4 p-4">
        <QrCode value={setUp.uri} label={t('security.google_qr')} size={196} />
        <div className="grid gap-1 text-center">
          <p className="text-small text-ink-3">{t('security.google_key')}</p>
          <CodeText value={groups} className="font-semi" />
        </div>
        <CopyButton value={setUp.secret} label={t('security.google_copy')} words />
      </Card>
      <Note tone="warn">{t('security.google_once')}</Note>
    </>
  )
}

function useCodes(replacing: boolean, onUnconfirmed: () => void) {
  const t = useText()
  const [code, setCode] = useState('')
  const [currentCode, setCurrentCode] = useState('')
  const [oldIn, setOldIn] = useState(false)
  const { attempt, busy, failed } = useAttempt()
  const missing = [
    replacing && currentCode.length !== 6 && t('security.google_old_code'),
    code.length !== 6 && t('security.google_code'),
  ]
  const bind = async (code: string) => {
    const answer = await attempt(() => call(bindGoogle, { code, currentCode }, { quiet: true }))
    if (!answer) {
      setCode('')
      setCurrentCode('')
      setOldIn(false)
      return
    }
    void reads.invalidateQueries()
    const until = answer.withdrawalsHeldUntil
    notify(until ? t('security.google_replaced', { until: showMoment(until) }) : t('security.google_done'), 'good')
    back('/pages/my/security')
  }
  return { code, setCode, currentCode, setCurrentCode, oldIn, setOldIn, bind, busy, failed, missing, onUnconfirmed }
}

type ConfirmProps = { readonly form: string; readonly codes: ReturnType<typeof useCodes>; readonly replacing: boolean }
function Confirm({ form, codes, replacing }: ConfirmProps) {
  const t = useText()
  const { code, setCode, currentCode, setCurrentCode, oldIn, setOldIn, bind, failed, missing, onUnconfirmed } = codes
  const ofCode = failed?.key.startsWith('identity.code_')
  const unconfirmed = failed?.key.startsWith('session.wallet_token')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!missing.some(Boolean)) void bind(code)
  }
  return (
    <form id={form} className="grid gap-5" onSubmit={submit} noValidate>
      <p className="text-ink-2">{t('security.google_confirm')}</p>
      {replacing && !oldIn ? (
        <CodeField
          label={t('security.google_old_code')}
          value={currentCode}
          onChange={setCurrentCode}
          onFull={() => setOldIn(true)}
          error={ofCode ? failed?.text : undefined}
        />
      ) : (
        <CodeField
          label={t('security.google_code')}
          value={code}
          onChange={setCode}
          onFull={(full) => void bind(full)}
          focusFirst
          hint={t('security.google_code_hint')}
          error={ofCode ? failed?.text : undefined}
        />
      )}
      {failed && !ofCode && (
        <div role="alert" className="grid gap-2">
          <FailedNote failed={failed} />
          {unconfirmed && (
            <Button look="quiet" onClick={onUnconfirmed}>
              {t('security.google_password')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
