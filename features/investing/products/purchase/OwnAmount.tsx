import { AmountField } from '#ui/form/AmountField.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { ProductItem } from '../../orders/detail/order-texts.tsx'

type OwnAmountProps = {
  readonly product: ProductItem
  readonly value: string
  readonly onChange: (value: string) => void
  readonly kept?: boolean
  readonly problem: string | undefined
  /** Maximum amount per order; undefined if unknown. */
  readonly own: string | undefined
  /** Spendable balance, if larger than `own`. */
  readonly have?: string | undefined
  readonly ownLabel: string
  /** Set if the amount is for one of several orders. */
  readonly label?: string | undefined
}

export function OwnAmount({
  product,
  value,
  onChange,
  kept,
  problem,
  own,
  have = own,
  ownLabel,
  label,
}: OwnAmountProps) {
  const t = useText()
  return (
    <AmountField
      label={label ?? t('product.amount')}
      value={value}
      onChange={onChange}
      kept={kept}
      coin={product.base}
      error={problem}
      all={own}
      aside={
        have !== undefined && (
          <span className="text-small text-ink-2">
            {ownLabel} <AmountText value={have} coin={product.base} own className="font-semi" />
          </span>
        )
      }
      hint={t('product.limits', {
        minimum: `${showAmount(product.minimum)} ${product.base}`,
        maximum: `${showAmount(product.maximumValue)} USDT`,
      })}
    />
  )
}
