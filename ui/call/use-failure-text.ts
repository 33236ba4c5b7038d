import { useEffect, useState } from 'react'
import { failureWords } from '../text/texts.ts'

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
