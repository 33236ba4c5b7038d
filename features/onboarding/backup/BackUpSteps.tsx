import { useEffect, useState } from 'react'
import { useDeviceWallet } from '#ui/session/session.ts'
import { go } from '#ui/shell/navigation.ts'
import { Steps } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { openedWords } from '../words/open-words.tsx'

export const BackUpSteps = ({ current }: { current: number }) => {
  const t = useText()
  return (
    <Steps
      label={t('back_up.steps')}
      current={current}
      steps={[t('back_up.step_prepare'), t('back_up.step_write'), t('back_up.step_check')]}
    />
  )
}

/** Redirects to the first screen if the words are missing. */
export function useOpenedWords(): string | undefined {
  const wallet = useDeviceWallet()
  const [words] = useState(() => openedWords(wallet?.walletId))
  useEffect(() => {
    if (!words) go('/pages/back/index', undefined, { replace: true })
  }, [words])
  return words
}
