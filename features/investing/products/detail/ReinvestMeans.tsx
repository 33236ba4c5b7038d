import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import type { Outcomes } from '../../orders/ReinvestChoice.tsx'

type ReinvestMeansProps = { readonly reinvest: boolean; readonly outcomes: Outcomes }

export function ReinvestMeans({ reinvest, outcomes }: ReinvestMeansProps) {
  const t = useText()
  return (
    <Note tone="plain">
      <span className="flex justify-between gap-4 font-semi">
        <span>{t('reinvest.label')}</span>
        <span>{t(reinvest ? 'reinvest.is_on' : 'reinvest.is_off')}</span>
      </span>
      <span className="mt-1 block">{reinvest ? outcomes.on : outcomes.off}</span>
      {!reinvest && <span className="mt-1 block">{t('reinvest.off_then')}</span>}
    </Note>
  )
}
