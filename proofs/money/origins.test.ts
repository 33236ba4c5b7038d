import { describe, expect, it } from 'vitest'
import { movements } from '#ledger/posting/movements.ts'
import type { Flow } from '../flows/flows.ts'
import { isHolders } from '../flows/flows.ts'
import { nodesBehind, originOf, paysIncome, sharesOf } from './origins.ts'

const flow = (from: string, to: string, units: bigint, code = -1, coin = 'USDT'): Flow => ({
  from,
  to,
  coin,
  code,
  units,
  postings: 1,
})
const one = 100_000_000n
const behind = async (flows: readonly Flow[], account: string, coin = 'USDT') => {
  const nodes = await nodesBehind([{ account, coin }], async (of, coinOf) =>
    flows.filter(({ to, coin: each }) => to === of && each === coinOf),
  )
  return { names: nodes.map((node) => `${node.account} ${node.coin}`), shares: sharesOf(nodes, { account, coin }) }
}

describe('where money began', () => {
  it('is known of every way into what pays income, and none of them is a holder’s money but a fee', () => {
    const reached = new Set(movements.flatMap(({ from }) => (paysIncome(from) ? [from] : [])))
    for (let size = 0; size !== reached.size; ) {
      size = reached.size
      for (const { from, to, assets } of movements) {
        if (!reached.has(to as typeof from) || assets.includes('POWER')) continue
        const origin = originOf({ from, to, coin: 'USDT' })
        expect(origin.is, `${from} → ${to}`).not.toBe('unknown')
        if (isHolders(from)) expect(origin, `${from} → ${to}`).toEqual({ is: 'root', root: 'fees' })
        if (origin.is === 'through') reached.add(origin.account as typeof from)
      }
    }
    expect(reached.size).toBeGreaterThan(8)
  })

  it('is told in shares of everything that ever came in', async () => {
    const flows = [
      flow('outside.network', 'house.capital', 1_000n),
      flow('wallet.available', 'house.fees', 70n, 105),
      flow('pool.fund.free', 'house.fees', 30n),
      flow('outside.network', 'pool.fund.free', 300n),
      flow('house.capital', 'pool.compound.free', 60n),
      flow('house.fees', 'pool.compound.free', 20n),
    ]
    const { names, shares } = await behind(flows, 'pool.compound.free')
    expect(names).toEqual(['pool.compound.free USDT', 'house.capital USDT', 'house.fees USDT', 'pool.fund.free USDT'])
    // Fees are a quarter: 70 % paid by holders, 30 % our part of a fund's profit.
    expect(shares).toEqual({ company: (one * 3n) / 4n, fees: (one * 7n) / 40n, profit: (one * 3n) / 40n, unknown: 0n })
  })

  it('counts nothing twice: promises that come back, capital that comes back, and what goes around', async () => {
    const flows = [
      flow('outside.network', 'house.capital', 100n),
      flow('pool.dual.free', 'house.capital', 40n),
      flow('order.package.promised', 'house.capital', 5n),
      flow('house.capital', 'pool.dual.free', 60n),
      flow('order.dual.promised', 'pool.dual.free', 50n),
      flow('house.fees', 'pool.liquidity.free', 10n),
      flow('pool.liquidity.free', 'house.fees', 4n),
      flow('wallet.available', 'house.fees', 9n, 105),
    ]
    expect((await behind(flows, 'pool.dual.free')).shares.company).toBe(one)
    expect((await behind(flows, 'pool.liquidity.free')).shares.fees).toBe(one)
  })

  it('follows what fees bought at the market to the fees, in their coin', async () => {
    const flows = [
      flow('market.USDT-ATMC.reserve', 'pool.compute.free', 500n, -1, 'ATMC'),
      flow('wallet.available', 'house.fees', 9n, 105),
    ]
    const { names, shares } = await behind(flows, 'pool.compute.free', 'ATMC')
    expect([names, shares.fees]).toEqual([['pool.compute.free ATMC', 'house.fees USDT'], one])
  })

  it('is unknown where a deposit went into a pool', async () => {
    const flows = [flow('wallet.available', 'pool.dual.free', 1n), flow('outside.network', 'house.capital', 3n)]
    expect((await behind([...flows, flow('house.capital', 'pool.dual.free', 3n)], 'pool.dual.free')).shares).toEqual({
      company: (one * 3n) / 4n,
      fees: 0n,
      profit: 0n,
      unknown: one / 4n,
    })
    expect((await behind([], 'pool.dual.free')).shares.company).toBe(0n)
  })
})
