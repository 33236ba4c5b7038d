import { useState } from 'react'
import { coins } from '#kit/assets.ts'
import { Filters } from '#ui/Choice.tsx'
import { Screen } from '#ui/Screen.tsx'
import { EmptyState, ReadState, SkeletonRows } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { readAgain, useRead } from '#ui/use-call.ts'
import { listProducts } from './investing.contract.ts'
import { ProductGroups } from './products/ProductGroups.tsx'
import { productsOf } from './products/product-groups.ts'

/** pages/finance/index: every product by group, and what each coin can be put into. */
export function FinanceScreen() {
  const t = useText()
  const products = useRead(listProducts, {})
  const [coin, setCoin] = useState<string>('all')
  return (
    <Screen title={t('title.finance')} up="/pages/invest/index" onRefresh={() => readAgain(listProducts)}>
      <Filters
        label={t('finance.coin')}
        options={[{ value: 'all', label: t('finance.all') }, ...coins.map((each) => ({ value: each, label: each }))]}
        value={coin}
        onChange={setCoin}
      />
      <ReadState read={products} skeleton={<SkeletonRows rows={6} />}>
        {({ items }) => {
          const shown = coin === 'all' ? items : productsOf(items, coin)
          return shown.length === 0 ? (
            <EmptyState>{t('finance.none', { coin })}</EmptyState>
          ) : (
            <ProductGroups products={shown} />
          )
        }}
      </ReadState>
      <p className="px-1 text-caption text-ink-3">{t('invest.rounding')}</p>
    </Screen>
  )
}
