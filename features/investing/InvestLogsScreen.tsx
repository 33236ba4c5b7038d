import { lazy, Suspense } from 'react'
import { Segmented } from '#ui/Choice.tsx'
import { Screen } from '#ui/Screen.tsx'
import { SkeletonRows } from '#ui/State.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { readAgain } from '#ui/use-call.ts'
import { listDividends } from './fund/fund.contract.ts'
import { listIncomes, listOrders } from './investing.contract.ts'
import { listReservations } from './reservations/reservations.contract.ts'

const Purchases = lazy(async () => ({ default: (await import('./orders/Purchases.tsx')).Purchases }))
const Incomes = lazy(async () => ({ default: (await import('./orders/Incomes.tsx')).Incomes }))
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
