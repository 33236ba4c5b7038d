import { useEffect, useState } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { sayFailure, useText } from './texts.ts'

/** What a refused or unanswered read says, as words beside a field; undefined while nothing failed. */
export function useFailureText(error: Error | null): string | undefined {
  const t = useText()
  const [text, setText] = useState<string | undefined>()
  useEffect(() => {
    let over = false
    if (!error) setText(undefined)
    else if (!(error instanceof CallFailure) || error.code === 'network') setText(t('network.later'))
    else void sayFailure(error.key, error.params).then((words) => over || setText(words))
    return () => {
      over = true
    }
  }, [error, t])
  return text
}
