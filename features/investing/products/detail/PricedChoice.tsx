import type { OutputOf } from '#kit/wire/contract.ts'
import { go } from '#ui/shell/navigation.ts'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import type { getTerms } from '../../investing.contract.ts'
import type { ProductItem } from '../../orders/detail/order-texts.tsx'

type PricedChoiceProps = { readonly product: ProductItem; readonly models: OutputOf<typeof getTerms>['siblings'] }

export function PricedChoice({ product, models }: PricedChoiceProps) {
  const t = useText()
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t('product.choose')}</legend>
      {models.map((model) => (
        <label
          key={model.productId}
          className="press flex min-h-16 flex-wrap items-center gap-3 rounded-control border-[1.5px] border-line bg-surface px-4 py-2.5 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-info"
        >
          <input
            type="radio"
            name="model"
            checked={model.productId === product.productId}
            onChange={() => go('/pages/invest/detail', { product: String(model.productId) }, { replace: true })}
            className="size-4.5 flex-none accent-(--accent)"
          />
          <span className="min-w-0 flex-[1_1_5rem] [overflow-wrap:anywhere]">
            <span className="block font-semi leading-snug">
              {model.tier === null ? (
                <>
                  <Num>{model.weight ?? ''}</Num> {t('product.hash')}
                </>
              ) : (
                <Stars count={model.tier} />
              )}
            </span>
            {model.tier !== null && (
              <span className="block text-small text-ink-2">
                {t('product.weight_of', { weight: model.weight ?? '' })}
              </span>
            )}
          </span>
          <AmountText value={model.minimum} coin={model.base} className="ms-auto font-semi" />
        </label>
      ))}
    </fieldset>
  )
}

/** Has a text for screen readers. */
export const Stars = ({ count }: { count: number }) => {
  const t = useText()
  return (
    <>
      <span aria-hidden="true" className="text-gold tracking-[.1em]">
        {'★'.repeat(count)}
      </span>
      <span className="sr-only">{t('product.stars', { count: String(count) })}</span>
    </>
  )
}
