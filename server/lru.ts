/** LRU cache limited by entries and total text, so large pages cannot fill the memory. The newest entry alone may exceed the limit. */
export function createLru<Thing>(most: number, lettersMax: number) {
  const all = new Map<string, { readonly thing: Thing; readonly letters: number }>()
  let letters = 0
  const drop = (name: string): void => {
    letters -= all.get(name)?.letters ?? 0
    all.delete(name)
  }
  return {
    get: (name: string): Thing | undefined => all.get(name)?.thing,
    drop,
    /** @param size in characters */
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
