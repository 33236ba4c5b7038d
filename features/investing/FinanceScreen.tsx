import { Screen } from '#ui/Screen.tsx'
import { ReadState, SkeletonRows } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { readAgain, useRead } from '#ui/use-call.ts'
import { listProducts } from './investing.contract.ts'
import { ProductGroups } from './products/ProductGroups.tsx'

export function FinanceScreen() {
  const t = useText()
  const products = useRead(listProducts, {})
  return (
    <Screen title={t('title.finance')} up="/pages/invest/index" onRefresh={() => readAgain(listProducts)}>
      <ReadState read={products} skeleton={<SkeletonRows rows={6} />}>
        {({ items }) => (
          <>
            <ProductGroups products={items} />
            <p className="px-1 text-caption text-ink-3">{t('invest.rounding')}</p>
          </>
        )}
      </ReadState>
    </Screen>
  )
}
