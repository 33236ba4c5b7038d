import { type LineId, lines } from '#ledger/posting/lines.ts'
import { Filters } from '#ui/form/Choice.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { EmptyState } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import type { ProductItem } from '../../orders/detail/order-texts.tsx'
import { GroupCard } from './GroupCard.tsx'
import { groupProducts, productsOf } from './product-groups.ts'

export function ProductGroups({ products }: { products: readonly ProductItem[] }) {
  const changeQuery = useChangeQuery()
  const t = useText()
  const { coin = '', line = '' } = useQueryOfScreen()
  const isLine = lines.some((each) => each === line)
  const offered = isLine ? products.filter((product) => product.line === line) : products
  const coins = [...new Set(offered.flatMap(({ base, side }) => (side ? [base, side] : [base])))]
  const shown = coin === '' ? offered : productsOf(offered, coin)
  return (
    <>
      {isLine && (
        <Filters
          label={t('invest.line')}
          options={[
            { value: '', label: t('invest.every_line') },
            { value: line, label: t(`line.${line as LineId}`) },
          ]}
          value={line}
          onChange={(next) => changeQuery({ line: next, coin: '' })}
        />
      )}
      <Filters
        label={t('invest.by_coin')}
        options={[
          { value: '', label: t('invest.every_coin') },
          ...coins.map((each) => ({ value: each as string, label: each })),
        ]}
        value={coin}
        onChange={(next) => changeQuery({ coin: next })}
      />
      {isLine && shown.length === 0 ? <EmptyState>{t('invest.none_of_line')}</EmptyState> : <Groups products={shown} />}
    </>
  )
}

function Groups({ products }: { products: readonly ProductItem[] }) {
  return groupProducts(products).map((group) => <GroupCard key={group.id} group={group} detailed />)
}
