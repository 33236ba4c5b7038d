let open = ''
let leave: () => Promise<unknown> = async () => {}

/** Holds a shared lock that shows other tabs this wallet is open. */
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
  const held = locks.request(`wallet ${walletId}`, { mode: 'shared' }, () => until).catch(() => {})
  leave = () => {
    release()
    return held
  }
}

/** Runs `work` unless a tab has the wallet open. Without browser locks, `work` does not run. */
export async function unlessOpen(walletId: string, work: () => Promise<unknown>): Promise<void> {
  await navigator.locks?.request(`wallet ${walletId}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}
