import { lazy, Suspense } from 'react'
import { readAgain } from '#ui/call/use-call.ts'
import { Segmented } from '#ui/form/Choice.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { listDividends } from './fund/fund.contract.ts'
import { listIncomes, listOrders } from './investing.contract.ts'
import { listReservations } from './reservations/reservations.contract.ts'

const Purchases = lazy(async () => ({ default: (await import('./orders/Purchases.tsx')).Purchases }))
const Incomes = lazy(async () => ({ default: (await import('./orders/detail/Incomes.tsx')).Incomes }))
const Dividends = lazy(async () => ({ default: (await import('./fund/Dividends.tsx')).Dividends }))
const Reservations = lazy(async () => ({ default: (await import('./reservations/Reservations.tsx')).Reservations }))

const kinds = ['purchase', 'income', 'dividend', 'reservation'] as const
type Kind = (typeof kinds)[number]
const kindOf = (type: string | undefined): Kind => kinds.find((kind) => kind === type) ?? 'purchase'

const tabs: Record<Kind, typeof Purchases> = {
  purchase: Purchases,
  income: Incomes,
  dividend: Dividends,
  reservation: Reservations,
}

export function InvestLogsScreen() {
  const changeQuery = useChangeQuery()
  const t = useText()
  const kind = kindOf(useQueryOfScreen().type)
  const Tab = tabs[kind]
  return (
    <Screen
      title={t('title.invest_logs')}
      up="/pages/invest/index"
      onRefresh={() => readAgain(listOrders, listIncomes, listDividends, listReservations)}
    >
      <Segmented
        label={t('title.invest_logs')}
        options={kinds.map((value) => ({ value, label: t(`invest.logs.${value}`) }))}
        value={kind}
        onChange={(type) => changeQuery({ type })}
      />
      <Suspense fallback={<SkeletonRows />}>
        <Tab />
      </Suspense>
    </Screen>
  )
}
