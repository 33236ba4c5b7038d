import { divide, parseUnits, showUnits } from '#kit/amount/amount.ts'
import type { Fact } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove } from '#ui/text/format.ts'
import type { useText } from '#ui/text/texts.ts'
import type { ProductItem } from '../../orders/detail/order-texts.tsx'

type Say = ReturnType<typeof useText>
type Pool = NonNullable<ProductItem['pool']>

/** No exact days beyond this. */
const longDays = 3650

/** "≈ 400 days". */
export function lastsText(days: number, t: Say) {
  return days > longDays ? t('pool.lasts_long') : `≈\u00a0${t('product.days', { days: String(days) })}`
}

/** Balance, average flows, and how long it lasts at that pace. */
export function poolFacts(product: ProductItem, t: Say): Fact[] {
  const { pool } = product
  if (!pool) return []
  const over = { days: String(pool.days) }
  const isSomething = pool.days > 0
  return [
    ...heldFacts(product, pool, t),
    ...(isSomething
      ? [
          {
            label: t(product.accrual === 'fixed' ? 'pool.set_aside' : 'pool.paid', over),
            value: perDay(pool, 'used', t),
          },
        ]
      : []),
    ...(isSomething && pool.coins.some(({ received }) => isAbove(received))
      ? [{ label: t('pool.came_in', over), value: perDay(pool, 'received', t) }]
      : []),
    ...(pool.lastsDays === null ? [] : [{ label: t('pool.lasts'), value: lastsText(pool.lastsDays, t) }]),
  ]
}

/** Empty for pools with promises or for machines, whose remaining amounts are shown elsewhere. */
function heldFacts({ poolFree, emission }: ProductItem, { pool, coins }: Pool, t: Say): Fact[] {
  if (poolFree !== null || emission !== null || coins.length === 0) return []
  return [
    {
      label: t(pool === 'compute' ? 'pool.compute_holds' : 'pool.holds'),
      value: coins.map(({ asset, free }) => (
        <span key={asset} className="block">
          <AmountText value={free} coin={asset} about />
        </span>
      )),
    },
  ]
}

function perDay({ coins, days }: Pool, which: 'used' | 'received', t: Say) {
  const moved = coins.filter((coin) => isAbove(coin[which]))
  if (moved.length === 0) return t('pool.nothing')
  return moved.map((coin) => (
    <span key={coin.asset} className="block">
      <AmountText
        value={showUnits(divide(parseUnits(coin[which]) ?? 0n, BigInt(days), 'down'))}
        coin={coin.asset}
        about={which === 'used'}
      />
    </span>
  ))
}
