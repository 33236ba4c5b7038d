import { readAgain, useRead } from '#ui/call/use-call.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { ReadState, SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { listProducts } from './investing.contract.ts'
import { ProductGroups } from './products/cards/ProductGroups.tsx'

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
