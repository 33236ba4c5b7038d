import * as v from 'valibot'
import { parseUnits } from '#kit/amount/amount.ts'
import { isCoin } from '#kit/amount/coins.ts'
import { chainCoin, isChain } from '#kit/chain/chains.ts'
import { amountText, setting } from '#kit/store/settings.ts'

const [priceMin, priceMax] = [1_000_000n, 1_000_000_000n]

const isCarried = (name: string): boolean => {
  const [chain = '', coin = ''] = name.split('.')
  return isChain(chain) && isCoin(coin) && chainCoin(chain, coin) !== undefined
}
/** Assumed: by default the floor is what we owe, without a ceiling. Operators may set shares of what we owe. */
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

/** Assumed: about the initial TRX price, which no trade uses. */
export const trxPrice = setting({
  name: 'custody.trx_price',
  about:
    'What a TRX is worth in USDT, from 0.01 to 10: a deposit address on TRON is swept when it holds twenty times what that costs, or more than that after a week',
  initial: '0.3',
  narrowsWithdrawing: false,
  schema: v.pipe(
    amountText,
    v.check((text) => {
      const price = parseUnits(text) ?? 0n
      return price >= priceMin && price <= priceMax
    }, 'not a price from 0.01 to 10'),
  ),
})
