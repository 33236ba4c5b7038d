let open = ''
let leave: () => Promise<unknown> = async () => {}

/** Shows other tabs that a wallet is open in this one, for as long as it is. */
export async function occupy(walletId: string): Promise<void> {
  const { locks } = navigator
  if (walletId === open) return
  open = walletId
  await leave()
  if (!locks || !walletId) return
  let release = () => {}
  const until = new Promise<void>((done) => {
    release = done
  })
  // Refused when the page is going away: then nobody needs to know.
  const held = locks.request(`wallet ${walletId}`, { mode: 'shared' }, () => until).catch(() => {})
  leave = () => {
    release()
    return held
  }
}

/** Runs `work` unless a wallet is open in some tab. Where that cannot be known, it does not run. */
export async function unlessOpen(walletId: string, work: () => Promise<unknown>): Promise<void> {
  await navigator.locks?.request(`wallet ${walletId}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}
