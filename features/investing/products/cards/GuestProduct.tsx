import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import type { getTerms } from '../../investing.contract.ts'
import { OwnWorst } from '../detail/OwnWorst.tsx'
import { PricedChoice } from '../detail/PricedChoice.tsx'
import { ProductDetails } from '../detail/ProductDetails.tsx'
import { ProductFrame } from '../detail/ProductFrame.tsx'
import { ProductTerms } from '../detail/ProductTerms.tsx'
import { PeriodChoice } from '../purchase/PeriodChoice.tsx'
import { MonthFigure } from './GroupCard.tsx'
import { ProductTitle } from './ProductTitle.tsx'
import { isPriced } from './product-groups.ts'
import { StarNeeded } from './StarNeeded.tsx'

export function GuestProduct({ data }: { data: OutputOf<typeof getTerms> }) {
  const { product, siblings, card, market } = data
  const t = useText()
  const [days, setDays] = useState(String(product.periods[0]?.days ?? 0))
  const period = product.periods.find((each) => String(each.days) === days)
  return (
    <ProductFrame data={data} foot={<ButtonLink to="/pages/login/index">{t('product.log_in')}</ButtonLink>}>
      <ProductTitle product={product} siblings={siblings} />
      <PeriodChoice product={product} value={days} onChange={setDays} />
      <OwnWorst product={product} period={period} brief />
      <Card className="flex flex-wrap items-center justify-between gap-x-4 p-4">
        <span className="text-small text-ink-2">{t('invest.month')}</span>
        <span className="ms-auto text-end">
          <MonthFigure product={product} />
        </span>
      </Card>
      <ProductDetails product={product} period={period} market={market} />
      <ProductTerms card={card} />
      {isPriced(product) && (
        <>
          <PricedChoice product={product} models={siblings} />
          <Note tone="plain">
            {t('product.star_only')}
            <StarNeeded />
          </Note>
        </>
      )}
    </ProductFrame>
  )
}
