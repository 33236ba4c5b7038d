import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Asset, assets } from '#kit/amount/coins.ts'
import { chainIds } from '#kit/chain/chains.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { pairs } from '#kit/text/ids.ts'
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
import { movementNumber } from './check-entry.ts'
import { classes, classNumber, classOf } from './classes.ts'
import { lines, pools, rowOf } from './lines.ts'
import { movementsSql } from './movement-rows.ts'
import { movements } from './movements.ts'

const ana = 'ANA0000000' as WalletId

describe('the table of movements', () => {
  it('speaks of classes that exist and lists no movement twice', () => {
    const names = movements.flatMap(({ from, to, assets, code }) =>
      assets.map((asset) => `${from} ${to} ${asset} ${code}`),
    )
    expect(new Set(names).size).toBe(names.length)
    for (const { from, to } of movements) expect(classes).toEqual(expect.arrayContaining([from, to]))
  })

  it('has the permanent numbers and codes that every database has', () => {
    const file = new URL('../schema/3-movements.rules.sql', import.meta.url)
    expect(movementsSql()).toBe(readFileSync(file, 'utf8'))
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
    expect(chainIds.map((chain) => classOf(outside(chain)))).toEqual(chainIds.map(() => 'outside.network'))
    for (const account of chart) expect(mayBeNegative(account)).toBe(/^(outside|issued)/.test(classOf(account)))
    expect(() => classOf({ owner: 'pool:node', purpose: 'retired' })).toThrow('no account')
  })
})
