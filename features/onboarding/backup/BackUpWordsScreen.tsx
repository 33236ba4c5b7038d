import { useState } from 'react'
import { FormButton } from '#ui/form/Button.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useText } from '#ui/text/texts.ts'
import { WordGrid } from '../words/WordGrid.tsx'
import { BackUpSteps, useOpenedWords } from './BackUpSteps.tsx'

export function BackUpWordsScreen() {
  const t = useText()
  const words = useOpenedWords()
  const [shown, setShown] = useState(false)
  if (!words) return <Screen title={t('title.backup')}>{null}</Screen>
  return (
    <Screen
      title={t('title.backup')}
      up="/pages/back/index"
      foot={
        <FormButton missing={[!shown && t('words.show')]} onClick={() => go('/pages/back/step2')}>
          {t('words.written_down')}
        </FormButton>
      }
    >
      <BackUpSteps current={1} />
      <p className="text-ink-2">{t('back_up.write')}</p>
      <WordGrid words={words} onShown={() => setShown(true)} />
    </Screen>
  )
}
