import { Button } from '#ui/form/Button.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { Skeleton } from '#ui/show/State.tsx'
import { showMoment } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import type { ProductItem, Quote } from '../../orders/detail/order-texts.tsx'
import { ReinvestChoice } from '../../orders/ReinvestChoice.tsx'
import { freeTerm } from '../../results/certain-loss.ts'
import { LatelyText } from '../../results/LatelyText.tsx'
import { OutcomesCard } from '../../results/OutcomesCard.tsx'
import { isPriced } from '../cards/product-groups.ts'
import { coinsOf } from '../detail/QuoteFacts.tsx'
import { generalOutcomes, quotedOutcomes } from './reinvest-outcomes.tsx'

type PurchaseResultProps = {
  readonly product: ProductItem
  readonly quote: Quote | null
  /** In days. */
  readonly term: number
  readonly reinvest: boolean | undefined
  readonly onReinvest: (reinvest: boolean) => void
  readonly onTerm: (days: string) => void
  /** True if another choice would avoid a certain loss. */
  readonly loses: boolean
}

export function PurchaseResult({ product, quote, term, reinvest, onReinvest, onTerm, loses }: PurchaseResultProps) {
  const t = useText()
  const period = product.periods.find(({ days }) => days === term)
  return (
    <>
      {product.reinvests ? (
        <ReinvestChoice
          value={reinvest}
          onChange={onReinvest}
          outcomes={quote ? quotedOutcomes(t, product, quote) : generalOutcomes(t, product, period?.sideShare)}
        />
      ) : (
        <>
          {!quote && isPriced(product) && <Skeleton className="h-32 !rounded-card" />}
          {quote && <OutcomesCard ways={quote.ways} takable={product.line === 'compound'} />}
          {quote?.lately && (
            <p className="px-1 text-small text-ink-2">
              <LatelyText lately={quote.lately} />
            </p>
          )}
          <AtEnd product={product} quote={quote} />
        </>
      )}
      {loses && product.reinvests && (
        <FreeChoice free={freeTerm(product, term)} onTerm={onTerm} onReinvest={onReinvest} />
      )}
      {quote && <p className="px-1 text-small text-ink-3">{whenText(quote, t)}</p>}
    </>
  )
}

type FreeChoiceProps = Pick<PurchaseResultProps, 'onTerm' | 'onReinvest'> & { readonly free: number | undefined }

/** Offers a choice without a loss: another term, or another round. */
function FreeChoice({ free, onTerm, onReinvest }: FreeChoiceProps) {
  const t = useText()
  return (
    <Button look="quiet" onClick={() => (free === undefined ? onReinvest(true) : onTerm(String(free)))}>
      {free === undefined ? t('product.switch_on') : t('product.switch_free', { days: String(free) })}
    </Button>
  )
}

const whenText = ({ startsAt, endsAt }: Quote, t: Say): string =>
  [
    `${t('quote.starts')} ${showMoment(startsAt)}`,
    ...(endsAt ? [`${t('quote.ends')} ${showMoment(endsAt)}`] : []),
  ].join(' · ')

/** Explains an order's end for lines without a choice of reinvestment. */
function AtEnd({ product, quote }: { product: ProductItem; quote: Quote | null }) {
  const t = useText()
  if (product.accrual === 'power')
    return (
      <Note tone="plain">
        {quote ? t('product.at_end', { coins: coinsOf(product, quote) }) : t('product.at_end_general')}
      </Note>
    )
  return <Note tone="plain">{t(`product.end.${product.line}` as 'product.end.compound')}</Note>
}
