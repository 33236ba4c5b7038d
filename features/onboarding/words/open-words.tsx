import { currentLocation, onLocationChange } from '#ui/shell/navigation.ts'

/** Kept only in memory and cleared on leaving the backup screens. */
let open: { readonly walletId: string; readonly words: string } | undefined
const backUpPath = /^\/pages\/back\//

export const openedWords = (walletId: string | undefined): string | undefined =>
  open && open.walletId === walletId ? open.words : undefined

export const closeWords = (): void => {
  open = undefined
}

export function keepOpen(walletId: string, words: string): void {
  open = { walletId, words }
}

onLocationChange(() => {
  if (!backUpPath.test(currentLocation().path)) closeWords()
})
addEventListener('pagehide', closeWords)
