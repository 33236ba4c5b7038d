import { useEffect, useState } from 'react'
import { failureWords } from './texts.ts'

/** What a refused or unanswered read says, as words beside a field; undefined while nothing failed. */
export function useFailureText(error: unknown): string | undefined {
  const [text, setText] = useState<string | undefined>()
  useEffect(() => {
    let over = false
    if (!error) setText(undefined)
    else void failureWords(error).then((words) => over || setText(words))
    return () => {
      over = true
    }
  }, [error])
  return text
}
