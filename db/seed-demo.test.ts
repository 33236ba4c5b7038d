import { describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { chainCoin, chainIds } from '#kit/chain/chains.ts'
import { capitalNeeded } from './seed-demo.ts'

describe('the capital of the demo', () => {
  it('is brought in on the chains of each coin, as much as markets, pools and the trading wallet take', () => {
    for (const coin of coins) {
      const brought = chainIds.map((chain) => parseUnits(chainCoin(chain, coin)?.demoCapital ?? '0') ?? 0n)
      expect(brought.reduce((sum, units) => sum + units, 0n) >= capitalNeeded(coin), coin).toBe(true)
    }
  })
})
