import { useEffect, useState } from 'react'

let fetched: readonly string[] = []

/** The 2,048 words phrases are made of; empty until they are fetched. */
export function useWordList(): readonly string[] {
  const [list, setList] = useState(fetched)
  useEffect(() => {
    if (fetched.length > 0) return
    let wanted = true
    import('@scure/bip39/wordlists/english.js').then(
      ({ wordlist }) => {
        fetched = wordlist
        if (wanted) setList(wordlist)
      },
      () => {
        // Offline: words are then checked as a whole, when the button is pressed.
      },
    )
    return () => {
      wanted = false
    }
  }, [])
  return list
}
