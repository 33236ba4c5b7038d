import { type FormEvent, useId, useState } from 'react'
import { mailAddressOf } from '#identity/mail/mail-address.ts'
import { call } from '#ui/call/call.ts'
import { reads } from '#ui/call/use-call.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { back } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { notify } from '#ui/show/toasts.ts'
import { showMoment } from '#ui/text/format.ts'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { GoogleCodeSheet } from './GoogleCodeSheet.tsx'
import { MailCodeSheet } from './mail/MailCodeSheet.tsx'
import { bindMail, greetMail } from './mail/mail.contract.ts'
import { type Bindings, keepBindings, useBindings } from './use-bindings.tsx'

export function BindScreen() {
  const t = useText()
  const { read, bound } = useBindings()
  const [replacing, setReplacing] = useState(false)
  if (bound && (!bound.mail || replacing)) return <Binding bound={bound} />
  return (
    <Screen title={t('title.bind')} up="/pages/my/security" onRefresh={read.refetch}>
      <ReadState read={read}>
        {({ mail }) => mail && <Bound {...mail} onReplace={() => setReplacing(true)} />}
      </ReadState>
    </Screen>
  )
}

type BoundProps = {
  readonly address: string
  readonly heardAt: string
  readonly releasedFrom: string | null
  readonly onReplace: () => void
}
function Bound({ address, heardAt, releasedFrom, onReplace }: BoundProps) {
  const t = useText()
  const [trying, setTrying] = useState(false)
  return (
    <>
      <div className="grid justify-items-center gap-4 px-4 py-8 text-center">
        <span className="grid size-24 place-items-center rounded-pill bg-accent-soft text-accent-ink">
          <Icon name="send" size={48} />
        </span>
        <Chip tone="accent">{t('security.bound')}</Chip>
        <p className="font-semi [overflow-wrap:anywhere]">
          <bdi>{address}</bdi>
        </p>
        <p className="text-ink-2">{t('bind.heard', { at: showMoment(heardAt) })}</p>
      </div>
      <Button look="quiet" onClick={() => setTrying(true)}>
        {t('bind.try')}
      </Button>
      {releasedFrom && <Note tone="warn">{t('bind.released', { from: showMoment(releasedFrom) })}</Note>}
      <Note tone="warn">{t('bind.replace_why')}</Note>
      <Button look="quiet" onClick={onReplace}>
        {t('bind.replace')}
      </Button>
      <MailCodeSheet
        open={trying}
        onClose={() => setTrying(false)}
        title={t('bind.try')}
        email={address}
        scene="hello"
        onCode={async (code) => {
          await call(greetMail, { code }, { quiet: true })
          void reads.invalidateQueries()
          notify(t('bind.works'), 'good')
          setTrying(false)
        }}
      >
        <p className="text-ink-2">{t('bind.try_why')}</p>
      </MailCodeSheet>
    </>
  )
}

type Step = 'typing' | 'password' | 'old' | 'google' | 'new'

function Binding({ bound }: { readonly bound: Bindings }) {
  const t = useText()
  const form = useId()
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const [step, setStep] = useState<Step>('typing')
  const [old, setOld] = useState<{ currentCode?: string; googleCode?: string }>({})
  const email = mailAddressOf(typed)
  const same = email !== undefined && email === bound.mail
  const flaw = same ? t('bind.same') : checked && !email ? t('bind.format') : undefined
  // Each step closes the previous sheet, so only closing the current one cancels.
  const leave = (from: Step) => () => setStep((now) => (now === from ? 'typing' : now))

  const go = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (email && !same) setStep('password')
  }
  const bind = async (code: string) => {
    const asked = { email: email ?? '', code, ...old, language: currentLanguage().wire }
    const { withdrawalsHeldUntil: until } = await call(bindMail, asked, { quiet: true })
    await keepBindings({ ...bound, mail: email })
    void reads.invalidateQueries()
    notify(until ? t('bind.replaced', { until: showMoment(until) }) : t('bind.done'), 'good')
    back('/pages/my/security')
  }
  return (
    <Screen
      title={t('title.bind')}
      up="/pages/my/security"
      foot={
        <FormButton
          type="submit"
          form={form}
          missing={[typed.trim() === '' && t(bound.mail ? 'bind.new_address' : 'bind.address')]}
        >
          {t('bind.next')}
        </FormButton>
      }
    >
      <p className="text-ink-2">{t(bound.mail ? 'bind.replace_intro' : 'bind.intro')}</p>
      <form id={form} className="grid gap-5" onSubmit={go} noValidate>
        <Field
          label={t(bound.mail ? 'bind.new_address' : 'bind.address')}
          value={typed}
          onChange={setTyped}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          code
          hint={t('bind.address_hint')}
          error={flaw}
        />
      </form>
      <Note tone="accent">{t('bind.what_for')}</Note>
      <PasswordSheet
        open={step === 'password'}
        plain
        onClose={leave('password')}
        title={t('bind.password')}
        onConfirm={async () => {
          if (!bound.mail) setStep(bound.google ? 'google' : 'new')
          else setStep(bound.released ? 'new' : 'old')
          return undefined
        }}
      />
      <MailCodeSheet
        open={step === 'old'}
        onClose={leave('old')}
        title={t('bind.old_code')}
        email={bound.mail ?? ''}
        scene="rebind"
        instead={
          bound.google ? (
            <Button look="quiet" onClick={() => setStep('google')}>
              {t('bind.google_instead')}
            </Button>
          ) : (
            <SupportLink />
          )
        }
        onCode={async (currentCode) => {
          setOld({ currentCode })
          setStep('new')
        }}
      >
        <p className="text-ink-2">{t('bind.old_code_why')}</p>
      </MailCodeSheet>
      <GoogleCodeSheet
        open={step === 'google'}
        onClose={leave('google')}
        onCode={async (googleCode) => {
          setOld({ googleCode })
          setStep('new')
        }}
      />
      <MailCodeSheet
        open={step === 'new'}
        onClose={leave('new')}
        title={t(bound.mail ? 'bind.new_code' : 'bind.mail_code')}
        email={email ?? ''}
        scene="bind"
        onCode={bind}
      >
        {bound.mail && !bound.released && <p className="text-ink-2">{t('bind.both_codes')}</p>}
      </MailCodeSheet>
    </Screen>
  )
}
