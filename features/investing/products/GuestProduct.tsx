import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Heading, Note } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import type { getTerms } from '../investing.contract.ts'
import { WorstCase } from './CardLines.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { PricedChoice } from './PricedChoice.tsx'
import { ProductFigures } from './ProductFigures.tsx'
import { ProductFrame } from './ProductFrame.tsx'
import { ProductTerms } from './ProductTerms.tsx'
import { ProductTitle } from './ProductTitle.tsx'
import { isPriced } from './product-groups.ts'
import { StarNeeded } from './StarNeeded.tsx'

/** A product for who is not signed in: everything that can be known before there is a wallet, the worst case first. */
export function GuestProduct({ data }: { data: OutputOf<typeof getTerms> }) {
  const { product, card, market } = data
  const t = useText()
  const [days, setDays] = useState(String(product.periods[0]?.days ?? 0))
  const period = product.periods.find((each) => String(each.days) === days)
  return (
    <ProductFrame data={data} foot={<ButtonLink to="/pages/login/index">{t('product.log_in')}</ButtonLink>}>
      <ProductTitle product={product} />
      <WorstCase lines={card.lines} />
      <ProductTerms card={card} />
      <Heading>{t('product.figures')}</Heading>
      <PeriodChoice product={product} value={days} onChange={setDays} />
      {period && <ProductFigures product={product} period={period} market={market} />}
      {isPriced(product) && (
        <>
          <PricedChoice product={product} />
          <Note tone="plain">
            {t('product.star_only')}
            <StarNeeded />
          </Note>
        </>
      )}
    </ProductFrame>
  )
}
