import { AmountText } from '#ui/AmountText.tsx'
import { Segmented } from '#ui/Choice.tsx'
import { showMoment } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Pages, Row, RowMark } from '#ui/List.tsx'
import { go } from '#ui/navigation.ts'
import { Screen } from '#ui/Screen.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { readAgain, useReadPages } from '#ui/use-call.ts'
import { listIncomes, listOrders } from './investing.contract.ts'
import { OrderRow } from './orders/OrderRow.tsx'
import { recordText } from './orders/order-texts.tsx'

const kinds = ['purchase', 'income', 'power'] as const
type Kind = (typeof kinds)[number]
const kindOf = (type: string | undefined): Kind => kinds.find((kind) => kind === type) ?? 'purchase'

/** pages/invest/logs?type=: purchase records and income records. */
export function InvestLogsScreen() {
  const t = useText()
  const kind = kindOf(useQueryOfScreen().type)
  return (
    <Screen
      title={t('title.invest_logs')}
      up="/pages/invest/index"
      onRefresh={() => readAgain(listOrders, listIncomes)}
    >
      <Segmented
        label={t('title.invest_logs')}
        options={kinds.map((value) => ({ value, label: t(`invest.logs.${value}`) }))}
        value={kind}
        onChange={(type) => go('/pages/invest/logs', { type }, { replace: true })}
      />
      {kind === 'purchase' ? <Purchases /> : <Incomes key={kind} kind={kind === 'power' ? 'power' : 'coin'} />}
    </Screen>
  )
}

function Purchases() {
  const t = useText()
  const orders = useReadPages(listOrders, { state: 'all' })
  return (
    <Pages
      pages={orders}
      label={t('invest.logs.purchase')}
      empty={t('invest.own_empty')}
      row={(order) => <OrderRow key={order.orderId} order={order} />}
    />
  )
}

function Incomes({ kind }: { kind: 'coin' | 'power' }) {
  const t = useText()
  const incomes = useReadPages(listIncomes, { kind })
  return (
    <Pages
      pages={incomes}
      label={t('invest.logs.income')}
      empty={t('invest.income_empty')}
      row={(income) => (
        <Row
          key={income.id}
          mark={
            <RowMark>
              <Icon name={kind === 'power' ? 'power' : 'invest'} size={20} />
            </RowMark>
          }
          title={t(recordText(income.asset, income.code))}
          note={showMoment(income.at)}
          end={<AmountText value={income.amount} coin={income.asset} signed own />}
          endNote={income.reinvested ? t('invest.reinvested') : undefined}
          {...(income.orderId === null
            ? {}
            : { to: '/pages/invest/detail' as const, query: { id: String(income.orderId) } })}
        />
      )}
    />
  )
}
