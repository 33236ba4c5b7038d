/**
 * Things by name, the newest last: at most so many, of so much text together. One that is larger than that alone is kept while it is the newest.
 * Whoever asks for ever other pages of something large fills no memory with them.
 */
export function createNewest<Thing>(most: number, lettersMax: number) {
  const all = new Map<string, { readonly thing: Thing; readonly letters: number }>()
  let letters = 0
  const drop = (name: string): void => {
    letters -= all.get(name)?.letters ?? 0
    all.delete(name)
  }
  return {
    get: (name: string): Thing | undefined => all.get(name)?.thing,
    drop,
    /** @param size letters of its text */
    keep(name: string, thing: Thing, size: number): void {
      drop(name)
      all.set(name, { thing, letters: size })
      letters += size
      for (const oldest of all.keys()) {
        if (oldest === name || (all.size <= most && letters <= lettersMax)) return
        drop(oldest)
      }
    },
  }
}
