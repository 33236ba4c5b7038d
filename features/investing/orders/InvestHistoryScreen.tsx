import { Pages } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { useText } from '#ui/texts.ts'
import { readAgain, useReadPages } from '#ui/use-call.ts'
import { listOrders } from '../investing.contract.ts'
import { OrderRow } from './OrderRow.tsx'

/** pages/invest/history: orders that are over. */
export function InvestHistoryScreen() {
  const t = useText()
  const orders = useReadPages(listOrders, { state: 'over' })
  return (
    <Screen title={t('title.invest_history')} up="/pages/invest/index" onRefresh={() => readAgain(listOrders)}>
      <Pages
        pages={orders}
        label={t('title.invest_history')}
        empty={t('invest.history_empty')}
        row={(order) => <OrderRow key={order.orderId} order={order} />}
      />
    </Screen>
  )
}
