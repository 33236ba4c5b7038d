import { describe, expect, it } from 'vitest'
import { chainIds } from '#kit/chains.ts'
import { type Asset, assets } from '#kit/coins.ts'
import type { OrderId, WalletId } from '#kit/ids.ts'
import { pairs } from '#kit/ids.ts'
import {
  available,
  company,
  held,
  inFlight,
  issued,
  mayBeNegative,
  outside,
  poolFree,
  poolRetired,
  principal,
  promised,
  reserve,
} from './chart.ts'
import { checkEntry, movementNumber } from './check-entry.ts'
import { classes, classNumber, classOf } from './classes.ts'
import type { Posting } from './entry.ts'
import { lines, pools, rowOf } from './lines.ts'
import { movements } from './movements.ts'

const ana = 'ANA0000000' as WalletId
const at = new Date('2026-11-21T10:00:00Z')

describe('the table of movements', () => {
  it('speaks of classes that exist and lists no movement twice', () => {
    const names = movements.flatMap(({ from, to, assets, code }) =>
      assets.map((asset) => `${from} ${to} ${asset} ${code}`),
    )
    expect(new Set(names).size).toBe(names.length)
    for (const { from, to } of movements) expect(classes).toEqual(expect.arrayContaining([from, to]))
  })

  it('puts a record code on everything that touches a wallet', () => {
    for (const { from, to, code, action } of movements)
      if (/^wallet\./.test(from) || /^wallet\./.test(to)) expect(code, action).toBeDefined()
  })
})

describe('numbers', () => {
  it('tell classes of account apart', () => {
    expect(new Set(classes.map(classNumber)).size).toBe(classes.length)
  })

  it('tell movements apart by accounts, asset and code', () => {
    const codes = [undefined, 0, 999]
    const all = classes.flatMap((from) =>
      classes.flatMap((to) =>
        (Object.keys(assets) as Asset[]).flatMap((asset) => codes.map((code) => movementNumber(from, to, asset, code))),
      ),
    )
    expect(new Set(all).size).toBe(all.length)
    expect(all.every(Number.isSafeInteger)).toBe(true)
  })
})

describe('pools and budgets', () => {
  it('lists nothing else that pays into a pool or the referral budget', () => {
    const sources = (to: string) => new Set(movements.filter((movement) => movement.to === to).map(({ from }) => from))
    for (const pool of pools) {
      const extra = { dual: ['order.dual.promised'], compute: ['market.USDT-ATMC.reserve'], fund: ['outside.network'] }
      const may = new Set<string>(['house.capital', 'house.fees', ...((extra as Record<string, string[]>)[pool] ?? [])])
      for (const source of sources(`pool.${pool}.free`)) expect(may, `${source} into ${pool}`).toContain(source)
    }
    expect([...sources('house.referral')]).toEqual(['house.fees'])
    expect([...sources('pool.fund.free')]).toEqual(['outside.network'])
    expect([...sources('house.capital')].every((from) => !/^(wallet|company\.(sales|fees|suspense))/.test(from))).toBe(
      true,
    )
  })
})

describe('the classes of account', () => {
  it('cover the whole chart, and only outside and issued may owe', () => {
    const order = 1 as OrderId
    const houses = ['capital', 'sales', 'fees', 'referral', 'suspense'] as const
    const chart = [
      ...[available(ana), held(ana), poolRetired(), issued],
      ...lines.filter((line) => rowOf(line).accounts.principal).map((line) => principal(order, ana, line)),
      ...lines.filter((line) => rowOf(line).accounts.promised).map((line) => promised(order, ana, line)),
      ...[...pools.map(poolFree), ...pairs.map(reserve), ...houses.map(company)],
      ...chainIds.flatMap((chain) => [inFlight(chain), outside(chain)]),
      { owner: 'outside:venue', purpose: 'all' } as const,
    ]
    expect(new Set(chart.map(classOf))).toEqual(new Set(classes))
    for (const account of chart) expect(mayBeNegative(account)).toBe(/^(outside|issued)/.test(classOf(account)))
    expect(() => classOf({ owner: 'pool:node', purpose: 'retired' })).toThrow('no account')
  })
})

describe('an entry before it is sent', () => {
  const fine: Posting = { from: outside('eth'), to: available(ana), asset: 'USDT', units: 1n, code: 2 }
  const check = (key: string, postings: readonly Posting[]) => () => checkEntry({ key, postings, at })

  it('has a key and postings that move something', () => {
    expect(check('k', [fine])).not.toThrow()
    for (const wrong of [
      check('', [fine]),
      check('k'.repeat(121), [fine]),
      check('k', []),
      check(
        'k',
        Array.from({ length: 1001 }, () => fine),
      ),
      check('k', [{ ...fine, units: 0n }]),
      check('k', [{ ...fine, units: -1n }]),
    ])
      expect(wrong).toThrow('this must hold')
  })

  it('stays on its network, in its order, with its holder', () => {
    const confirmed = (chain: 'eth' | 'bsc'): Posting => ({
      from: inFlight(chain),
      to: outside('eth'),
      asset: 'USDT',
      units: 1n,
    })
    expect(check('k', [confirmed('eth')])).not.toThrow()
    expect(check('k', [confirmed('bsc')])).toThrow('same network')
    const joins = (order: number): Posting => ({
      from: promised(1 as OrderId, ana, 'dual'),
      to: principal(order as OrderId, ana, 'dual'),
      asset: 'USDT',
      units: 1n,
      code: 112,
    })
    expect(check('k', [joins(1)])).not.toThrow()
    expect(check('k', [joins(2)])).toThrow('same order')
  })
})
