import { describe, expect, it } from 'vitest'
import { chainCoin, chainIds, usualChain } from '../chain/chains.ts'
import { pairNumber, pairs, usdtPair } from '../text/ids.ts'
import { parseUnits } from './amount.ts'
import { type Asset, assetNumber, assetOf, assets, assetsInUse, coinRow, coins, isCoin, markets } from './coins.ts'

const isDecimal = (text: string) => parseUnits(text) !== undefined
const all = Object.keys(assets) as Asset[]

describe('the rows of assets', () => {
  it('have numbers of their own, which the database has room for', () => {
    expect(new Set(all.map(assetNumber)).size).toBe(all.length)
    for (const asset of all) {
      expect(assetOf(assetNumber(asset))).toBe(asset)
      expect(assetNumber(asset) >= 1 && assetNumber(asset) <= 1023, asset).toBe(true)
    }
    expect(() => assetOf(1023)).toThrow('no asset')
  })

  it('are coins and points, and one is retired', () => {
    expect([...coins, ...all.filter((asset) => !isCoin(asset))].sort()).toEqual([...all].sort())
    expect(all.filter((asset) => !assetsInUse.includes(asset))).toEqual(['ATM'])
    expect(isCoin('toString') || isCoin('POWER')).toBe(false)
  })

  it('say of every coin what may leave at once and in a day, and what the demo has of it', () => {
    for (const coin of coins) {
      expect(coin).toMatch(/^[A-Z0-9]+$/)
      const { signerCap, demo } = coinRow(coin)
      for (const text of [signerCap.atOnce, signerCap.inDay, demo.purse, demo.kept])
        expect(isDecimal(text), text).toBe(true)
      expect(Number(signerCap.atOnce) <= Number(signerCap.inDay), coin).toBe(true)
    }
  })

  it('name only coins that travel on some chain, each taken to travel on one of its own', () => {
    for (const coin of coins) {
      expect(chainIds.filter((chain) => chainCoin(chain, coin)).length, coin).toBeGreaterThan(0)
      expect(chainCoin(usualChain(coin), coin), coin).toBeDefined()
    }
    expect([usualChain('USDT'), usualChain('WLD'), usualChain('ATMC')]).toEqual(['bsc', 'eth', 'bsc'])
  })
})

describe('the rows of markets', () => {
  it('have numbers of their own, two coins, and no second row the other way round', () => {
    expect(new Set(pairs.map(pairNumber)).size).toBe(pairs.length)
    for (const pair of pairs) {
      const [base = '', quoted = ''] = pair.split('-')
      expect(isCoin(base) && isCoin(quoted) && base !== quoted, pair).toBe(true)
      expect(pairs as readonly string[]).not.toContain(`${quoted}-${base}`)
      expect(
        Object.values(markets[pair].demo).every((text) => /^[1-9]\d*$/.test(text)),
        pair,
      ).toBe(true)
    }
    expect(coins.map(usdtPair).slice(0, 4)).toEqual([undefined, 'USDT-WLD', 'USDT-ATMC', 'USDT-ATMX'])
  })
})
