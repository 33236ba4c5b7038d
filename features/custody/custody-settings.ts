import * as v from 'valibot'
import { parseUnits } from '#kit/amount.ts'
import { isCoin } from '#kit/assets.ts'
import { chainCoin, isChain } from '#kit/chains.ts'
import { amountText, setting } from '#kit/settings.ts'

const isCarried = (name: string): boolean => {
  const [chain = '', coin = ''] = name.split('.')
  return isChain(chain) && isCoin(coin) && chainCoin(chain, coin) !== undefined
}
/** Assumption: without a setting the floor is what is owed and there is no ceiling; shares of what we owe, as in banks, are the operator's to set. */
export const custodyLevels = setting({
  name: 'custody.levels',
  narrowsWithdrawing: false,
  about:
    'What withdrawals are paid from is kept between two amounts beside what is owed, by chain and coin: {"bsc.USDT": {"floor": "1000", "ceiling": "50000"}}',
  initial: {} as Record<string, { floor: string; ceiling: string }>,
  schema: v.pipe(
    v.record(
      v.string(),
      v.pipe(
        v.object({ floor: amountText, ceiling: amountText }),
        v.check(({ floor, ceiling }) => (parseUnits(floor) ?? 0n) <= (parseUnits(ceiling) ?? 0n), 'the floor is above'),
      ),
    ),
    v.check((levels) => Object.keys(levels).every(isCarried), 'the coin does not travel there'),
  ),
})
