import { ButtonLink } from '#ui/form/Button.tsx'
import { useText } from '#ui/text/texts.ts'
import type { ProductItem } from '../../orders/detail/order-texts.tsx'
import { GroupCard } from './GroupCard.tsx'
import { groupLines } from './product-groups.ts'

export function ProductCards({ products }: { products: readonly ProductItem[] }) {
  const t = useText()
  return (
    <>
      {groupLines(products).map((group) => (
        <GroupCard key={group.id} group={group} />
      ))}
      <ButtonLink to="/pages/finance/index" look="quiet">
        {t('invest.all_products')}
      </ButtonLink>
    </>
  )
}
