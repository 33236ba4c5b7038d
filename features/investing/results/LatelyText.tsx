import { useShowOwn } from '#ui/form/own-amount.ts'
import { joinAmounts } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { Quote } from '../orders/detail/order-texts.tsx'

export function LatelyText({ lately }: { lately: NonNullable<Quote['lately']> }) {
  const t = useText()
  const show = useShowOwn()
  const coins = lately.coins.map(({ asset, amount }) => `${show(amount, { worth: asset === 'USDT' })} ${asset}`)
  return t('order.lately', { amount: joinAmounts(coins) })
}
