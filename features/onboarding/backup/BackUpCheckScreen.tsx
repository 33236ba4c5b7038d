import { useState } from 'react'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { reads } from '#ui/call/use-call.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { changeWallet } from '#ui/session/change-wallets.ts'
import { type DeviceWallet, useDeviceWallet } from '#ui/session/session.ts'
import { goWanted } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { FailedNote } from '#ui/text/FailedNote.tsx'
import { useText } from '#ui/text/texts.ts'
import { device, fetchEntry, useEntryReady } from '../device.tsx'
import { StepHeading } from '../StepHeading.tsx'
import { closeWords } from '../words/open-words.tsx'
import { useWordCheck, WordCheck } from '../words/WordCheck.tsx'
import { BackUpSteps, useOpenedWords } from './BackUpSteps.tsx'

/** Re-entering the words proves that they were written down and activates the wallet. */
export function BackUpCheckScreen() {
  const t = useText()
  const words = useOpenedWords()
  const wallet = useDeviceWallet()
  const [done, setDone] = useState<'first' | 'again' | undefined>()
  if (done && wallet) return <BackedUp wallet={wallet} first={done === 'first'} />
  if (!words || !wallet) return <Screen title={t('title.backup')}>{null}</Screen>
  return <Entering words={words} wallet={wallet} onDone={setDone} />
}

type EnteringProps = {
  readonly words: string
  readonly wallet: DeviceWallet
  readonly onDone: (how: 'first' | 'again') => void
}

function Entering({ words, wallet, onDone }: EnteringProps) {
  const t = useText()
  const check = useWordCheck(words)
  useEntryReady()
  const { attempt, busy, failed } = useAttempt()

  const prove = async () => {
    const entered = check.check()
    if (!entered) return
    const done = await attempt(async () => {
      if (wallet.activated) return 'again'
      const { proveWords } = await fetchEntry()
      const answer = await proveWords(device, entered)
      await changeWallet(wallet.walletId, { activated: answer.activated })
      return 'first'
    })
    if (done === undefined) return
    closeWords()
    void reads.invalidateQueries()
    onDone(done)
  }
  return (
    <Screen
      title={t('title.backup')}
      up="/pages/back/step1"
      foot={
        <FormButton busy={busy} missing={[!check.full && t('words.entry')]} onClick={() => void prove()}>
          {t('words.check')}
        </FormButton>
      }
    >
      <BackUpSteps current={2} />
      <p className="text-ink-2">{t('back_up.check')}</p>
      <WordCheck check={check} />
      {failed && (
        <div role="alert">
          <FailedNote failed={failed} />
        </div>
      )}
    </Screen>
  )
}

const BackedUp = ({ wallet, first }: { wallet: DeviceWallet; first: boolean }) => {
  const t = useText()
  return (
    <Screen
      title={t('title.backup')}
      foot={<Button onClick={() => goWanted('/pages/index/index')}>{t('arrived.go_on')}</Button>}
    >
      <div className="grid justify-items-center gap-5 py-8 text-center">
        <span className="gold grid size-36 place-items-center rounded-pill">
          <Seal id={wallet.walletId} size={132} />
        </span>
        <div className="grid gap-1.5">
          <StepHeading>{t('back_up.done')}</StepHeading>
          <p className="text-ink-2">{t('back_up.done_why')}</p>
          <p className="text-ink-2">{t('restore.promise')}</p>
        </div>
        {first && <Note tone="plain">{t('back_up.credit')}</Note>}
      </div>
    </Screen>
  )
}
