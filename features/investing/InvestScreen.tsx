import { IconLink } from '#ui/Button.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ReadState, SkeletonRows } from '#ui/State.tsx'
import { useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { readAgain, useRead } from '#ui/use-call.ts'
import { AtWork } from './AtWork.tsx'
import { listOrders, listProducts } from './investing.contract.ts'
import { sumRunning } from './orders/running.contract.ts'
import { ProductGroups } from './products/ProductGroups.tsx'

/** pages/invest/index: what one has at work, where it can be looked into, and everything that can be bought. */
export function InvestScreen() {
  const t = useText()
  const session = useSession()
  const products = useRead(listProducts, {})
  return (
    <Screen
      title={t('title.invest')}
      onRefresh={() => readAgain(listProducts, listOrders, sumRunning)}
      action={session && <IconLink icon="records" label={t('invest.records')} to="/pages/invest/logs" />}
    >
      {session && <AtWork walletId={session.walletId} />}
      <ReadState read={products} skeleton={<SkeletonRows rows={6} />}>
        {({ items }) => <ProductGroups products={items} />}
      </ReadState>
      <p className="px-1 text-caption text-ink-3">{t('invest.rounding')}</p>
    </Screen>
  )
}
