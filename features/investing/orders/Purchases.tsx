import { useState } from 'react'
import { type LineId, lines } from '#ledger/posting/lines.ts'
import { type OrderState, orderStates } from '#products/terms/fields.ts'
import { useReadPages } from '#ui/call/use-call.ts'
import { Choose } from '#ui/form/Choose.tsx'
import { Pages } from '#ui/shell/List.tsx'
import { useText } from '#ui/text/texts.ts'
import { listOrders } from '../investing.contract.ts'
import { OrderRow } from './detail/OrderRow.tsx'
import { stateTexts } from './detail/order-texts.tsx'

const groups = ['all', 'running', 'over'] as const
type State = (typeof groups)[number] | OrderState

export function Purchases() {
  const t = useText()
  const [state, setState] = useState<State>('all')
  const [line, setLine] = useState<LineId | ''>('')
  const orders = useReadPages(listOrders, { state, ...(line ? { line } : {}) })
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Choose
          label={t('invest.line')}
          value={line}
          onChange={setLine}
          options={[
            { value: '', label: t('invest.every_line') },
            ...lines.map((value) => ({ value, label: t(`line.${value}`) })),
          ]}
        />
        <Choose
          label={t('invest.state')}
          value={state}
          onChange={setState}
          options={[
            ...groups.map((value) => ({ value, label: t(`invest.state.${value}`) })),
            ...orderStates.map((value) => ({ value, label: t(stateTexts[value].text as 'order.state.ended') })),
          ]}
        />
      </div>
      <Pages
        pages={orders}
        label={t('invest.logs.purchase')}
        empty={t('invest.none_such')}
        row={(order) => <OrderRow key={order.orderId} order={order} />}
      />
    </>
  )
}
