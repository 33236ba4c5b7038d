import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Contract } from '#kit/wire/contract.ts'
import { routes } from '../../calls/routes.ts'
import { readCallGraph } from '../../test/test-call-graph.ts'

const writers = ['post', 'postMany', 'ledgerOf', 'ledgerWith'].map((name) => `ledger/posting/ledger.store.ts:${name}`)
const movesCoins = [...writers, 'ledger/posting/found.store.ts:postFound']
const asks = ['outflowsOf', 'authorizeOutflow', 'authorizeWithdrawals'].map(
  (name) => `identity/passwords/outflow.server.ts:${name}`,
)

const exceptions: Readonly<Record<string, string>> = {
  '/invest/buy': 'into an own order; what is paid for goes to the company, never to a holder somebody can choose',
  '/invest/accelerate': 'a mark on an own order; its price goes to the company',
  '/invest/accelerate-cancel': 'back to the holder',
  '/invest/reserve': 'into the own held coins, and from there into an own order',
  '/invest/reservation-pay': 'into an own order',
  '/invest/reservation-cancel': 'back to the holder',
  '/invest/cancel': 'back to the holder',
  '/invest/redeem': 'back to the holder; a deduction goes to the fees',
  '/invest/draw': 'coins of the own order become available',
  '/mining/compensate': 'ATMC is retired: nobody receives it',
  '/wallet/withdraw-cancel': 'back to the holder',
  '/otc/ad-remove': 'out of escrow, back to the holder',
  '/otc/cancel': 'by the buyer, out of escrow, back to the seller',
}

describe('coins that leave their holder’s sole power', async () => {
  const root = join(import.meta.dirname, '../../..')
  const { reachedFrom, implementations } = readCallGraph(root)
  const found: { readonly contract: Contract; readonly moves: boolean; readonly authorized: boolean }[] = []
  for (const [named, by] of implementations) {
    const [file = '', name = ''] = named.split(':')
    if (!file.endsWith('.contract.ts')) continue
    const module = (await import(join(root, file))) as Readonly<Record<string, Contract>>
    const reached = reachedFrom(by)
    const contract = module[name]
    expect(contract, named).toBeDefined()
    if (contract)
      found.push({
        contract,
        moves: movesCoins.some((each) => reached.has(each)),
        authorized: asks.some((each) => reached.has(each)),
      })
  }
  const pathsOf = (some: typeof found) => some.map(({ contract: { path } }) => path).toSorted()

  it('are looked for in every call there is', () => {
    const all = routes(true).map(({ contract: { method, path } }) => `${method} ${path}`)
    const seen = new Set(found.map(({ contract: { method, path } }) => `${method} ${path}`))
    expect(all.filter((each) => !seen.has(each))).toEqual([])
    expect(found.filter(({ moves }) => moves).length).toBeGreaterThan(15)
  })

  it('are authorized in every call that moves coins, but for those with a reason', () => {
    const open = found.filter(
      ({ contract: { method }, moves, authorized }) => method === 'POST' && moves && !authorized,
    )
    expect(pathsOf(open)).toEqual(Object.keys(exceptions).toSorted())
  })

  it('are confirmed by the password or a passkey, may be asked a code, and wait after a change of security', () => {
    const asking = found.filter(({ authorized }) => authorized)
    expect(pathsOf(asking)).toEqual([
      '/exchange/trade',
      '/invest/exchange-and-buy',
      '/otc/ad',
      '/otc/release',
      '/otc/take',
      '/wallet/conver',
      '/wallet/withdraw',
    ])
    for (const { contract } of asking) {
      const { access, orPasskey, secondFactor, failures, path } = contract
      expect([path, access, orPasskey, secondFactor?.field]).toEqual([path, 'money', true, 'code'])
      expect(failures, path).toContain('identity.code_wrong')
      if (path !== '/wallet/withdraw')
        expect(
          failures.filter((key) => /held$/.test(key)),
          path,
        ).toHaveLength(1)
    }
  })

  it('have one way to be counted: nothing else passes the measure of a day', () => {
    const users = [...implementations.values()].filter((by) =>
      reachedFrom(by).has('identity/passwords/without-code.store.ts:movesOf'),
    )
    for (const by of users) expect([by, asks.some((each) => reachedFrom(by).has(each))]).toEqual([by, true])
  })
})
