import { useEffect, useState } from 'react'

let fetched: readonly string[] = []

/** Empty until fetched. */
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
        // Offline: the phrase is checked on submit.
      },
    )
    return () => {
      wanted = false
    }
  }, [])
  return list
}
