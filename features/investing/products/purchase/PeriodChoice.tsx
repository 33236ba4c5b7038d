import { Segmented } from '#ui/form/Choice.tsx'
import { useText } from '#ui/text/texts.ts'
import type { ProductItem } from '../../orders/detail/order-texts.tsx'

type PeriodChoiceProps = {
  readonly product: ProductItem
  /** Days. */
  readonly value: string
  readonly onChange: (days: string) => void
}

export function PeriodChoice({ product: { periods }, value, onChange }: PeriodChoiceProps) {
  const t = useText()
  if (periods.length < 2) return null
  return (
    <Segmented
      label={t('product.period')}
      options={periods.map(({ days }) => ({
        value: String(days),
        label: t('product.days', { days: String(days) }),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
