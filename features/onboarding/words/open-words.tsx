import { currentLocation, onLocationChange } from '#ui/navigation.ts'

/** Words on their way from one screen of the backup to the next: in memory alone, and gone once somebody leaves those screens. */
let open: { readonly walletId: string; readonly words: string } | undefined
const backUpPath = /^\/pages\/back\//

/** Words that were opened for the backup, or just made. */
export const openedWords = (walletId: string | undefined): string | undefined =>
  open && open.walletId === walletId ? open.words : undefined

export const closeWords = (): void => {
  open = undefined
}

/** Keeps words open for the screens of the backup. */
export function keepOpen(walletId: string, words: string): void {
  open = { walletId, words }
}

onLocationChange(() => {
  if (!backUpPath.test(currentLocation().path)) closeWords()
})
addEventListener('pagehide', closeWords)
