import { describe, expect, it } from 'vitest'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { available, company, held, inFlight, outside, poolFree, principal, promised } from './chart.ts'
import { checkEntry, holderOf } from './check-entry.ts'
import type { Posting } from './entry.ts'

const [ana, ben] = ['ANA0000000', 'BEN0000000'] as [WalletId, WalletId]
const at = new Date('2026-11-21T10:00:00Z')

describe('an entry before it is sent', () => {
  const fine: Posting = { from: outside('eth'), to: available(ana), asset: 'USDT', units: 1n, code: 2 }
  const check = (key: string, postings: readonly Posting[]) => () => checkEntry({ key, postings, at })

  it('has a key and postings that move something', () => {
    const many = (length: number) => Array.from({ length }, () => fine)
    expect(check('k', [fine])).not.toThrow()
    expect(check('k'.repeat(120), many(1_000))).not.toThrow()
    for (const wrong of [
      check('', [fine]),
      check('k'.repeat(121), [fine]),
      check('k', []),
      check('k', many(1_001)),
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

  it('moves to the same holder, and to another only in a transfer or an OTC release', () => {
    const held3: Posting = { from: available(ana), to: held(ana), asset: 'USDT', units: 1n, code: 3 }
    expect(check('k', [held3])).not.toThrow()
    expect(check('k', [{ ...held3, to: held(ben) }])).toThrow('same holder')
    const transfer: Posting = { from: available(ana), to: available(ben), asset: 'USDT', units: 1n, code: 4 }
    expect(check('k', [transfer])).not.toThrow()
    expect(check('k', [{ ...transfer, to: available(ana) }])).toThrow('other holder')
    const released: Posting = { from: held(ana), to: available(ben), asset: 'USDT', units: 1n, code: 22 }
    expect(check('k', [released])).not.toThrow()
    expect(check('k', [{ ...released, to: available(ana) }])).toThrow('other holder')
  })

  it('has a listed code for its asset, or none where none is listed', () => {
    const fed: Posting = { from: company('capital'), to: poolFree('dual'), asset: 'USDT', units: 1n }
    expect(check('k', [fed])).not.toThrow()
    for (const wrong of [
      { ...fed, code: 0 },
      { ...fine, code: 99 },
      { ...fine, code: 1_000_000 },
      { ...fine, asset: 'POWER' as const },
    ])
      expect(check('k', [wrong])).toThrow('the table of movements knows this')
  })

  it('knows who holds the coins of an account', () => {
    expect([available(ana), principal(1 as OrderId, ben, 'dual'), company('fees')].map(holderOf)).toEqual([
      ...[ana, ben, undefined],
    ])
  })
})
