import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { AmountText, Num } from '#ui/AmountText.tsx'
import { FactGrid, Heading, Note } from '#ui/Facts.tsx'
import { showAmount, showMoment, showPercent } from '#ui/format.ts'
import { Card, List, Row } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'
import type { getOrder } from '../investing.contract.ts'
import { CardLines } from '../products/CardLines.tsx'
import { LeaveOrder } from './LeaveOrder.tsx'
import { CancelOrder, ReinvestSwitch } from './OrderActions.tsx'
import { PairMark, StateChip } from './OrderRow.tsx'
import { type OrderItem, recordText, renewalTexts } from './order-texts.tsx'

type OrderData = OutputOf<typeof getOrder>

/** One order: where it stands, what it brings, what may be changed, and the entries behind it. */
export function OrderDetail({ data }: { data: OrderData }) {
  const t = useText()
  const { order } = data
  const [cardShown, setCardShown] = useState(false)
  const side = order.side && `${showAmount(order.sideAmount, { exact: true })} ${order.side}`
  const coins = [`${showAmount(order.amount, { exact: true })} ${order.base}`, ...(side ? [side] : [])].join(' + ')
  return (
    <>
      <Head order={order} />
      {order.renewal && (
        <Note tone={order.renewal === 'set_aside' ? 'accent' : 'warn'}>
          {t(renewalTexts[order.renewal] as 'order.renewal.set_aside')}
        </Note>
      )}
      <OrderFacts order={order} />
      {order.overAt === null && data.outcomes && <ReinvestSwitch order={order} outcomes={data.outcomes} />}
      {order.overAt === null && order.reinvest === null && <Note tone="plain">{t('product.at_end', { coins })}</Note>}
      {order.cancellable && <CancelOrder order={order} />}
      {data.exit && <LeaveOrder order={order} exit={data.exit} />}
      <Heading>{t('order.timeline')}</Heading>
      <List label={t('order.timeline')}>
        {data.timeline.map((event) => (
          <Row
            key={`${event.at} ${event.kind}`}
            title={t(`order.event.${event.kind}` as 'order.event.started', event.params as { round: string })}
            note={showMoment(event.at)}
          />
        ))}
      </List>
      <Heading>{t('order.records')}</Heading>
      <Records records={data.records} />
      <details open={cardShown} onToggle={(event) => setCardShown(event.currentTarget.open)}>
        <summary className="min-h-11 py-3 font-semi text-accent-ink">{t('order.card')}</summary>
        <Card className="p-4">
          <CardLines lines={data.card.lines} />
        </Card>
      </details>
    </>
  )
}

const Head = ({ order }: { order: OrderItem }) => {
  const t = useText()
  return (
    <Card className="grid gap-2 p-4">
      <div className="flex items-center gap-3">
        <PairMark base={order.base} side={order.side} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="font-semi leading-tight">{t(`line.${order.line}` as 'line.dual')}</h2>
          <p className="text-small text-ink-3">{t('order.number', { id: String(order.orderId) })}</p>
        </div>
        <StateChip state={order.state} />
      </div>
      <AmountText value={order.amount} coin={order.base} own large className="text-display font-bold leading-tight" />
      {order.accrual === 'fixed' && (
        <p className="text-small text-ink-2">
          {t('order.expected')}{' '}
          <AmountText value={order.expectedIncome} coin={order.base} exact signed className="font-semi text-up" />
        </p>
      )}
      {order.accrual === 'power' && order.overAt === null && (
        <p className="text-small text-ink-2">
          {t('quote.power')}{' '}
          <AmountText value={order.powerPerDay} coin="POWER" exact signed className="font-semi text-up" />
        </p>
      )}
    </Card>
  )
}

const OrderFacts = ({ order }: { order: OrderItem }) => {
  const t = useText()
  const ends = order.overAt ?? order.endsAt
  return (
    <FactGrid
      facts={[
        ...(order.side
          ? [{ label: t('quote.side'), value: <AmountText value={order.sideAmount} coin={order.side} own exact /> }]
          : []),
        { label: t('order.value'), value: <AmountText value={order.value} coin="USDT" own /> },
        ...(order.days > 0
          ? [{ label: t('product.period'), value: t('product.days', { days: String(order.days) }) }]
          : []),
        ...(order.accrual === 'fixed'
          ? [
              { label: t('product.rate'), value: <Num>{showPercent(order.rate)}</Num> },
              { label: t('order.round'), value: order.round === 0 ? t('order.not_begun') : <Num>{order.round}</Num> },
              { label: t('order.paid'), value: <AmountText value={order.paidIncome} coin={order.base} exact /> },
              { label: t('quote.power'), value: <AmountText value={order.powerPerDay} coin="POWER" /> },
            ]
          : []),
        { label: t('order.bought_at'), value: showMoment(order.boughtAt) },
        { label: t('quote.starts'), value: showMoment(order.startsAt) },
        ...(ends ? [{ label: t('quote.ends'), value: showMoment(ends) }] : []),
      ]}
    />
  )
}

function Records({ records }: { records: OrderData['records'] }) {
  const t = useText()
  return (
    <List label={t('order.records')}>
      {records.map((record) => (
        <Row
          key={record.id}
          title={t(recordText(record.asset, record.code))}
          note={showMoment(record.at)}
          end={
            <AmountText
              value={record.direction === 'out' || record.direction === 'gone' ? `-${record.amount}` : record.amount}
              coin={record.asset}
              signed={record.direction === 'in'}
              exact
              own
            />
          }
          endNote={
            record.direction === 'inside'
              ? t('order.inside')
              : record.direction === 'gone'
                ? t('order.gone')
                : undefined
          }
        />
      ))}
    </List>
  )
}
