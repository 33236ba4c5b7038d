import { passGates } from '#features/investing/gates/test-gates.ts'
import { signOut } from '#features/onboarding/onboarding.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { setBan, setFrozen } from '#identity/wallet.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestClient } from '#server/test/test-client.ts'
import { credit, openMarket } from '#server/test/test-funds.ts'
import { openShop } from '#server/test/test-shop.ts'
import type { Line } from '#server/test/test-wire.ts'

export const standings = [
  'nobody',
  'signed in',
  'confirmed',
  'frozen',
  'suspended',
  'replaced',
  'signed out',
  'expired',
  'made up',
] as const
export type Standing = (typeof standings)[number]
export type Caller = {
  readonly line: Line
  readonly renew: () => Promise<void>
}

/** Not strict, as in production, so only responses reveal undeclared behavior. */
export async function fuzzWorld(): Promise<TestApp> {
  const { app } = await openShop({ strict: false })
  await openMarket(app, app.clock.now())
  return app
}

/** Callers of each kind. The clock has passed a session's lifetime once. */
export async function callersOf(app: TestApp): Promise<ReadonlyMap<Standing, Caller>> {
  const expired = app.client()
  await expired.createWallet()
  app.wall.advance(2 * dayMs)
  app.clock.advance(2 * dayMs)
  expired.line.requestToken = undefined

  const enter = async (client: TestClient, standing: Standing): Promise<void> => {
    const wallet = await client.createWallet()
    const at = app.clock.now()
    if (standing === 'signed in') return
    await client.confirm()
    if (standing === 'confirmed') {
      for (const [chain, coin] of [
        ['bsc', 'USDT'],
        ['bsc', 'ATMC'],
        ['eth', 'WLD'],
      ] as const)
        await credit(app, wallet, chain, coin, '5000')
      await passGates(app.db, wallet.walletId)
    }
    if (standing === 'frozen') await app.db.transaction((tx) => setFrozen(tx, wallet.walletId, at))
    if (standing === 'suspended')
      await app.db.transaction((tx) => setBan(tx, wallet.walletId, { at, until: addMs(at, dayMs), reason: 'a test' }))
    if (standing === 'replaced') await app.client().signIn(wallet.walletId)
    if (standing === 'signed out') await client.call(signOut, {})
  }

  const callers = new Map<Standing, Caller>()
  for (const standing of standings) {
    const client = standing === 'expired' ? expired : app.client()
    const isWallet = !['nobody', 'expired', 'made up'].includes(standing)
    const renew = () => (isWallet ? enter(client, standing) : Promise.resolve())
    await renew()
    await client.send(loadWalletInfo, {})
    if (standing === 'made up' && expired.line.session)
      client.line.session = { ...expired.line.session, token: 'x'.repeat(43) }
    callers.set(standing, { line: client.line, renew })
  }
  return callers
}
