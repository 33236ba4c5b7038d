import { joinAmounts } from '#ui/format.ts'
import { useShowOwn } from '#ui/own-amount.ts'
import { useText } from '#ui/texts.ts'
import type { Quote } from '../orders/order-texts.tsx'

export function LatelyText({ lately }: { lately: NonNullable<Quote['lately']> }) {
  const t = useText()
  const show = useShowOwn()
  const coins = lately.coins.map(({ asset, amount }) => `${show(amount, { worth: asset === 'USDT' })} ${asset}`)
  return t('order.lately', { amount: joinAmounts(coins) })
}
