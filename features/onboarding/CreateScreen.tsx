import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { passwordFlaw } from '#identity/passwords/password-rules.ts'
import { readInviter } from '#identity/wallet-link.ts'
import { cleanLine } from '#kit/text/typed-text.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { Check } from '#ui/form/Choice.tsx'
import { missingOfPassword } from '#ui/form/NewPasswordFields.tsx'
import { useDeviceWallets } from '#ui/session/session.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { AgreementSheet } from './AgreementSheet.tsx'
import { Arrived } from './Arrived.tsx'
import { device, fetchEntry, useEntryReady } from './device.tsx'
import { InvitedBy } from './InvitedBy.tsx'
import { PendingCard } from './PendingCard.tsx'
import { readSponsor, SponsorField } from './SponsorField.tsx'
import type { Pending, Solved } from './sign-in/entry.ts'
import { isHintWrong, isOfPassword, nothingTyped, SecretFields } from './sign-in/SecretFields.tsx'
import { WantedPayment, wantedPayment } from './WantedPayment.tsx'
import { keepOpen } from './words/open-words.tsx'

const CaptchaSheet = lazy(async () => ({ default: (await import('#ui/sheet/CaptchaSheet.tsx')).CaptchaSheet }))

type Stage =
  | { readonly at: 'form' }
  /** No response, so the wallet may or may not exist. */
  | { readonly at: 'unanswered'; readonly pending: Pending; readonly password: string }
  | { readonly at: 'created'; readonly walletId: string }

/** The last invitation opened, kept while the guest looks around. */
let invitation: string | undefined

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' })

export function CreateScreen() {
  const t = useText()
  const [stage, setStage] = useState<Stage>({ at: 'form' })
  const arrive = (walletId: string, words: string) => {
    keepOpen(walletId, words)
    setStage({ at: 'created', walletId })
  }
  if (stage.at === 'created') return <Arrived walletId={stage.walletId} title={t('create.done')} backUp />
  if (stage.at === 'form')
    return (
      <CreateForm
        onCreated={arrive}
        onUnanswered={(pending, password) => setStage({ at: 'unanswered', pending, password })}
      />
    )
  return (
    <Screen title={t('title.create')} up="/pages/login/index">
      <PendingCard
        pending={stage.pending}
        typed={stage.password}
        onDone={({ walletId }, words) => arrive(walletId, words)}
        onGone={() => setStage({ at: 'form' })}
      />
    </Screen>
  )
}

type CreateFormProps = {
  readonly onCreated: (walletId: string, words: string) => void
  readonly onUnanswered: (pending: Pending, password: string) => void
}

function CreateForm({ onCreated, onUnanswered }: CreateFormProps) {
  const t = useText()
  const form = useId()
  const { inviter = invitation } = useQueryOfScreen()
  invitation = inviter
  const invited = readInviter(inviter)
  const number = useDeviceWallets().length + 1
  const [secret, setSecret] = useState(nothingTyped)
  const [sponsor, setSponsor] = useState<string>(invited && invited !== 'broken' ? invited : '')
  const [asked] = useState(wantedPayment)
  const [agreed, setAgreed] = useState(false)
  const [reading, setReading] = useState(false)
  const [checked, setChecked] = useState(false)
  const [puzzled, setPuzzled] = useState(false)
  const { attempt, busy, failed } = useAttempt()
  useEntryReady()

  const { password, repeat, hint } = secret
  const told = isHintWrong(secret)
  const { state: sponsorState, id: sponsorId } = readSponsor(sponsor)
  const ready = agreed && !passwordFlaw(password) && repeat !== ''
  const ofPassword = isOfPassword(failed)
  const ofSponsor = failed?.key === 'identity.inviter_wrong'

  const create = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!ready || repeat !== password || told || sponsorState === 'wrong' || sponsorState === 'partial') return
    await send()
  }
  const send = async (solved?: Solved) => {
    setPuzzled(false)
    const name = t('wallet_name.default', { number: String(number) })
    await attempt(async () => {
      const entry = await fetchEntry()
      try {
        const { walletId, words } = await entry.create(device, {
          password,
          name,
          hint: cleanLine(hint),
          sponsorId,
          solved,
        })
        onCreated(walletId, words)
      } catch (cause) {
        if (cause instanceof CallFailure && cause.key === 'captcha.needed') setPuzzled(true)
        const pending = entry.pendingOf(cause)
        if (!pending) throw cause
        onUnanswered(pending, password)
      }
    })
  }
  return (
    <Screen
      title={t('title.create')}
      up="/pages/login/index"
      foot={
        <FormButton
          type="submit"
          form={form}
          busy={busy}
          missing={[
            ...missingOfPassword(t, repeat, passwordFlaw(password) !== undefined),
            !agreed && t('create.agree'),
          ]}
        >
          {t(busy ? 'create.busy' : 'create.create')}
        </FormButton>
      }
    >
      {invited && (invited === 'broken' || invited === sponsorId) && <InvitedBy inviter={invited} />}
      <WantedPayment link={asked} small />
      <p className="text-ink-2">{t('create.intro')}</p>
      <form id={form} className="grid gap-5" onSubmit={create} noValidate>
        <SecretFields
          value={secret}
          onChange={setSecret}
          failed={failed}
          compared={checked}
          onCompare={() => setChecked(true)}
        />
        <SponsorField
          value={sponsor}
          onChange={setSponsor}
          checked={checked}
          error={ofSponsor ? failed?.text : undefined}
        />
        <div>
          <Check checked={agreed} onChange={setAgreed}>
            {t('create.agree')}
          </Check>
          <button
            type="button"
            className="press -mt-2 ms-8 min-h-11 text-start [overflow-wrap:anywhere] text-small font-semi text-accent-ink underline"
            onClick={() => setReading(true)}
          >
            {t('create.agreement')}
          </button>
        </div>
        {failed && !ofPassword && !ofSponsor && (
          <div role="alert" ref={intoView}>
            <Note tone="neg">{failed.text}</Note>
          </div>
        )}
      </form>
      <AgreementSheet open={reading} onClose={() => setReading(false)} />
      {puzzled && (
        <Suspense>
          <CaptchaSheet open onClose={() => setPuzzled(false)} onSolved={(solved) => void send(solved)} />
        </Suspense>
      )}
    </Screen>
  )
}
