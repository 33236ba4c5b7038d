import { useState } from 'react'
import { readAgain, useReadPages } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Choice.tsx'
import { Pages } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useText } from '#ui/text/texts.ts'
import { listOrders } from '../investing.contract.ts'
import { OrderRow } from './detail/OrderRow.tsx'

const kinds = ['running', 'over'] as const
type Kind = (typeof kinds)[number]

/** pages/invest/history: running and past asset packages. */
export function InvestHistoryScreen() {
  const t = useText()
  const [kind, setKind] = useState<Kind>('running')
  return (
    <Screen title={t('title.invest_history')} up="/pages/invest/index" onRefresh={() => readAgain(listOrders)}>
      <Segmented
        label={t('title.invest_history')}
        options={kinds.map((value) => ({ value, label: t(`invest.packages.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <Packages key={kind} kind={kind} />
      <ButtonLink to="/pages/game/game" look="quiet" icon="orb">
        {t('invest.place.draw')}
      </ButtonLink>
    </Screen>
  )
}

function Packages({ kind }: { kind: Kind }) {
  const t = useText()
  const orders = useReadPages(listOrders, { state: kind, line: 'package' })
  return (
    <Pages
      pages={orders}
      label={t('title.invest_history')}
      empty={t(`invest.packages.none_${kind}`)}
      row={(order) => <OrderRow key={order.orderId} order={order} />}
    />
  )
}
