import { useState } from 'react'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { rememberTyped } from '#ui/device/sealed-words.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { useDeviceWallets } from '#ui/session/session.ts'
import { goWanted } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note, Steps } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { Arrived } from '../Arrived.tsx'
import { device, fetchEntry, fetchIdentityKey, useEntryReady } from '../device.tsx'
import { PendingCard } from '../PendingCard.tsx'
import { StepHeading } from '../StepHeading.tsx'
import { useWordCheck, WordCheck } from '../words/WordCheck.tsx'
import { sayCount, WordEntry } from '../words/WordEntry.tsx'
import { WordGrid } from '../words/WordGrid.tsx'
import { wordCount, wordsOf } from '../words/words.ts'
import type { Opened, Pending } from './entry.ts'
import { type NewSecret, RestorePassword } from './RestorePassword.tsx'

const steps = ['old', 'new', 'check', 'password'] as const
type Step = (typeof steps)[number] | 'choose'
type Unanswered = { readonly pending: Pending; readonly password: string }

/**
 * Restores a wallet. The old words sign in; new words and a new password are optional. One call sends them, so leaving this screen before
 * it changes nothing.
 */
export function RestoreScreen() {
  const t = useText()
  const number = useDeviceWallets().length + 1
  const [step, setStep] = useState<Step>('old')
  useEntryReady()
  const [oldWords, setOldWords] = useState('')
  const [newWords, setNewWords] = useState('')
  const [checked, setChecked] = useState(false)
  const [unanswered, setUnanswered] = useState<Unanswered | undefined>()
  const [restored, setRestored] = useState('')
  const oldPhrase = useAttempt()
  const restoring = useAttempt()
  const [notAPhrase, setNotAPhrase] = useState(false)
  const [opened, setOpened] = useState<Opened | undefined>()
  const [needsCode, setNeedsCode] = useState(false)
  const [code, setCode] = useState('')
  const refusedBy = oldPhrase.failed?.key ?? restoring.failed?.key
  const refused = refusedBy === 'identity.mnemonic_wrong'
  const ofCode = refusedBy?.startsWith('identity.code_')
  const replacing: Step = checked ? 'password' : 'new'

  const acceptOld = (hasCode: boolean) =>
    oldPhrase.attempt(async () => {
      const { isPhrase, newPhrase } = await fetchIdentityKey()
      const words = wordsOf(oldWords).join(' ')
      const right = isPhrase(words)
      setNotAPhrase(!right)
      if (!right) return
      const name = t('wallet_name.default', { number: String(number) })
      try {
        // A holder without the authenticator chooses new words without a sign-in.
        const { enterByWords } = await fetchEntry()
        const entered = hasCode ? await enterByWords(device, { words, code, name }) : undefined
        if (entered) rememberTyped(entered.walletId, words)
        setOpened(entered)
      } catch (cause) {
        if (cause instanceof Error && cause.message.startsWith('identity.code_')) {
          setNeedsCode(true)
          setCode('')
        }
        throw cause
      }
      if (!newWords) setNewWords(newPhrase())
      setStep(hasCode ? 'choose' : replacing)
    })
  const restore = ({ password, hint }: NewSecret) =>
    restoring.attempt(async () => {
      const entry = await fetchEntry()
      const name = t('wallet_name.default', { number: String(number) })
      try {
        const wanted = { oldWords: wordsOf(oldWords).join(' '), newWords, password, name, hint }
        setRestored((await entry.restore(device, wanted)).walletId)
      } catch (cause) {
        const pending = entry.pendingOf(cause)
        if (pending) return setUnanswered({ pending, password })
        if (cause instanceof Error && cause.message === 'identity.mnemonic_wrong') setStep('old')
        throw cause
      }
    })

  if (restored)
    return (
      <Arrived walletId={restored} title={t('restore.done')}>
        <Note tone="warn">{t('restore.done_wait')}</Note>
        <Note tone="plain">{t('restore.done_old')}</Note>
      </Arrived>
    )
  if (unanswered)
    return (
      <Screen title={t('title.import')} up="/pages/login/index">
        <PendingCard
          pending={unanswered.pending}
          typed={unanswered.password}
          onDone={({ walletId }) => setRestored(walletId)}
          onGone={() => setUnanswered(undefined)}
        />
      </Screen>
    )

  const stepping = (
    <Steps
      label={t('restore.steps')}
      current={step === 'choose' ? 0 : steps.indexOf(step)}
      steps={[t('restore.step_old'), t('restore.step_new'), t('restore.step_check'), t('restore.step_password')]}
    />
  )
  const back = (to: Step) => (
    <Button look="quiet" onClick={() => setStep(to)}>
      {t('restore.back')}
    </Button>
  )
  if (step === 'choose' && opened)
    return <ChooseWay opened={opened} back={back('old')} onReplace={() => setStep(replacing)} />
  const before = opened ? 'choose' : 'old'
  if (step === 'new')
    return <NewWords head={stepping} words={newWords} back={back(before)} onNext={() => setStep('check')} />
  if (step === 'check')
    return (
      <CheckWords
        head={stepping}
        words={newWords}
        back={back('new')}
        onRight={() => {
          setChecked(true)
          setStep('password')
        }}
      />
    )
  if (step === 'password')
    return (
      <RestorePassword
        head={stepping}
        back={back(before)}
        busy={restoring.busy}
        failed={restoring.failed}
        onRestore={(secret) => void restore(secret)}
      />
    )
  const count = wordsOf(oldWords).length
  return (
    <Screen
      title={t('title.import')}
      up="/pages/login/index"
      foot={
        <>
          <FormButton
            busy={oldPhrase.busy}
            missing={[
              count < wordCount && t('restore.old_words'),
              needsCode && code.length !== 6 && t('password.google_code'),
            ]}
            why={sayCount(t, count)}
            onClick={() => void acceptOld(true)}
          >
            {t('restore.next')}
          </FormButton>
          {needsCode && !oldPhrase.busy && (
            <Button look="quiet" onClick={() => void acceptOld(false)}>
              {t('restore.no_code')}
            </Button>
          )}
        </>
      }
    >
      {stepping}
      <StepHeading focus={newWords !== ''}>{t('restore.old_title')}</StepHeading>
      <Note tone="warn">{t('restore.promise')}</Note>
      <WordEntry
        label={t('restore.old_words')}
        value={oldWords}
        onChange={(next) => {
          setOldWords(next)
          setNotAPhrase(false)
          setNeedsCode(false)
          oldPhrase.clear()
          restoring.clear()
        }}
        error={
          notAPhrase
            ? t('words.not_a_phrase')
            : refused && newWords
              ? t('restore.old_refused')
              : ofCode
                ? undefined
                : oldPhrase.failed?.text
        }
      />
      {needsCode && (
        <CodeField
          label={t('password.google_code')}
          value={code}
          onChange={setCode}
          hint={t('login.code_hint')}
          error={refusedBy === 'identity.code_needed' ? undefined : oldPhrase.failed?.text}
        />
      )}
      <ul className="grid list-disc gap-1 ps-5 text-small text-ink-3">
        <li>{t('restore.note_local')}</li>
        <li>{t('restore.note_sessions')}</li>
        <li>{t('restore.note_half_way')}</li>
      </ul>
    </Screen>
  )
}

type ChooseWayProps = { readonly opened: Opened; readonly back: React.ReactNode; readonly onReplace: () => void }

function ChooseWay({ opened, back, onReplace }: ChooseWayProps) {
  const t = useText()
  const opening = useAttempt()
  const open = () =>
    opening.attempt(async () => {
      await opened.begin()
      goWanted('/pages/index/index')
    })
  return (
    <Screen
      title={t('title.import')}
      up="/pages/login/index"
      foot={
        <>
          <Button busy={opening.busy} onClick={() => void open()}>
            {t('restore.later')}
          </Button>
          {!opening.busy && (
            <>
              <Button look="quiet" onClick={onReplace}>
                {t('restore.replace')}
              </Button>
              {back}
            </>
          )}
        </>
      }
    >
      <StepHeading>{t('restore.choose')}</StepHeading>
      <p className="text-ink-2">{t('restore.entered', { wallet: opened.walletId })}</p>
      <p className="text-ink-2">{t('restore.forgotten')}</p>
      {opening.failed && (
        <div role="alert">
          <Note tone="neg">{opening.failed.text}</Note>
        </div>
      )}
    </Screen>
  )
}

type StepProps = { readonly head: React.ReactNode; readonly back: React.ReactNode; readonly words: string }

function NewWords({ head, back, words, onNext }: StepProps & { onNext: () => void }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <Screen
      title={t('title.import')}
      up="/pages/login/index"
      foot={
        <>
          <FormButton missing={[!shown && t('words.show')]} onClick={onNext}>
            {t('words.written_down')}
          </FormButton>
          {back}
        </>
      }
    >
      {head}
      <StepHeading>{t('restore.new_title')}</StepHeading>
      <p className="text-ink-2">{t('restore.new_why')}</p>
      <WordGrid words={words} onShown={() => setShown(true)} />
    </Screen>
  )
}

function CheckWords({ head, back, words, onRight }: StepProps & { onRight: () => void }) {
  const t = useText()
  const check = useWordCheck(words)
  return (
    <Screen
      title={t('title.import')}
      up="/pages/login/index"
      foot={
        <>
          <FormButton missing={[!check.full && t('words.entry')]} onClick={() => check.check() && onRight()}>
            {t('words.check')}
          </FormButton>
          {back}
        </>
      }
    >
      {head}
      <StepHeading>{t('restore.check_title')}</StepHeading>
      <WordCheck check={check} />
    </Screen>
  )
}
