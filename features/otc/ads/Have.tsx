import { AmountText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import type { Rules } from '../rules.ts'

/** Balance of the coin to sell. */
export function Have({ rules: { available, coin } }: { readonly rules: Rules }) {
  const t = useText()
  return (
    <span className="text-small text-ink-2">
      {t('otc.have')} <AmountText value={available} coin={coin} own className="font-semi" />
    </span>
  )
}
