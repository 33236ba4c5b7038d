import { type Read, readAgain, useRead } from '#ui/call/use-call.ts'
import { IconLink } from '#ui/form/Button.tsx'
import { useSession } from '#ui/session/session.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { ReadState, SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { AtWork, Places } from './AtWork.tsx'
import { listOrders, listProducts } from './investing.contract.ts'
import { sumRunning } from './orders/running.contract.ts'
import { ProductCards } from './products/cards/ProductCards.tsx'
import { ProductGroups } from './products/cards/ProductGroups.tsx'

const isThere = ({ data, error }: Read<unknown>): boolean => data !== undefined || error !== null

/** `?line=` or `?coin=` filters the products. */
export function InvestScreen() {
  const t = useText()
  const session = useSession()
  const own = { enabled: session !== undefined }
  const sum = useRead(sumRunning, {}, own)
  const orders = useRead(listOrders, { state: 'running' }, own)
  const products = useRead(listProducts, {})
  const { line, coin } = useQueryOfScreen()
  // Users without orders see products at the top. Waits to avoid layout shifts.
  const isReady = isThere(products) && (!session || (isThere(sum) && isThere(orders)))
  return (
    <Screen
      title={t('title.invest')}
      onRefresh={() => readAgain(listProducts, listOrders, sumRunning)}
      action={session && <IconLink icon="records" label={t('invest.records')} to="/pages/invest/logs" />}
    >
      {isReady ? (
        <>
          {session && <AtWork walletId={session.walletId} />}
          <ReadState read={products}>
            {({ items }) => (line || coin ? <ProductGroups products={items} /> : <ProductCards products={items} />)}
          </ReadState>
          {session && <Places />}
          <p className="px-1 text-caption text-ink-3">{t('invest.rounding')}</p>
        </>
      ) : (
        <SkeletonRows rows={9} />
      )}
    </Screen>
  )
}
