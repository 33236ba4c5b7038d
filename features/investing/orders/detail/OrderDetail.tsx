import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { type Fact, FactGrid, Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { Fiat, FiatNote } from '#ui/text/Fiat.tsx'
import { isAbove, joinAmounts, showMoment, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { getOrder } from '../../investing.contract.ts'
import { CardLines } from '../../products/cards/CardLines.tsx'
import { Stars } from '../../products/detail/PricedChoice.tsx'
import { OutcomesCard } from '../../results/OutcomesCard.tsx'
import { Holding } from '../Holding.tsx'
import { Acknowledge } from '../leaving/Acknowledge.tsx'
import { LeaveOrder } from '../leaving/LeaveOrder.tsx'
import { LeavingCard } from '../leaving/LeavingCard.tsx'
import { TakeOut } from '../leaving/TakeOut.tsx'
import { shownParams } from './event-params.tsx'
import { CancelOrder, ReinvestSwitch } from './OrderActions.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderRecords } from './OrderRecords.tsx'
import { isReserved, isUnpaid, type OrderItem, renewalTexts } from './order-texts.tsx'
import { PackageLinks } from './PackageLinks.tsx'
import { pauseReason } from './pause-reason.tsx'

type OrderData = OutputOf<typeof getOrder>

export function OrderDetail({ data }: { data: OrderData }) {
  const t = useText()
  const { order } = data
  const showOwn = useShowOwn()
  const [cardShown, setCardShown] = useState(false)
  return (
    <>
      <OrderHead order={order} booked={data.booked} lately={data.lately} />
      <FiatNote />
      {order.renewal && (
        <Note tone={order.renewal === 'set_aside' ? 'accent' : 'warn'}>
          {t(renewalTexts[order.renewal] as 'order.renewal.set_aside')}
        </Note>
      )}
      {order.state === 'paused' && (
        <Note tone="warn">{t(pauseReason(order, data.timeline) as 'order.paused.boost')}</Note>
      )}
      {data.holding && <Holding order={order} holding={data.holding} />}
      <Actions data={data} />
      <LeavingCard order={order} hasExit={data.exit !== null} />
      {!outcomesShown(data) && !order.takable && <OutcomesCard ways={data.ways} takable={order.line === 'compound'} />}
      <OrderFacts order={order} />
      {data.income && <Income income={data.income} />}
      {order.release && order.overAt === null && <PackageLinks />}
      {data.exit && !order.takable && <LeaveOrder order={order} exit={data.exit} least={data.holding?.least} />}
      <Heading>{t('order.timeline')}</Heading>
      <List label={t('order.timeline')}>
        {data.timeline.map((event) => (
          <Row
            key={`${event.at} ${event.kind}`}
            title={t(eventText(order, event.kind), shownParams(event.params, showOwn) as { round: string })}
            note={showMoment(event.at)}
          />
        ))}
      </List>
      {data.records.length > 0 && (
        <>
          <Heading>{t('order.records')}</Heading>
          <OrderRecords records={data.records} />
        </>
      )}
      {order.cancellable && <CancelOrder order={order} />}
      <details open={cardShown} onToggle={(event) => setCardShown(event.currentTarget.open)}>
        <summary className="min-h-11 py-3 font-semi text-accent-ink">{t('order.card')}</summary>
        <Card className="px-4 pt-4 pb-1.5">
          <CardLines lines={data.card.lines} />
        </Card>
      </details>
    </>
  )
}

/** True if the switch already shows both outcomes. */
const outcomesShown = ({ order, outcomes }: OrderData): boolean =>
  order.overAt === null && outcomes !== null && !isReserved(order.state)

function Actions({ data: { order, outcomes, ways, timeline, exit } }: { data: OrderData }) {
  const t = useText()
  const isNoted = timeline.some(({ kind }) => kind === 'acknowledged')
  const showOwn = useShowOwn()
  const side = order.side && `${showOwn(order.sideAmount, { exact: true })} ${order.side}`
  const coins = joinAmounts([`${showOwn(order.amount, { exact: true })} ${order.base}`, ...(side ? [side] : [])])
  return (
    <>
      {isReserved(order.state) && <ToReservation />}
      {order.overAt === null && outcomes && !isReserved(order.state) && <ReinvestSwitch order={order} ways={ways} />}
      {order.overAt === null && order.accrual === 'power' && <Note tone="plain">{t('product.at_end', { coins })}</Note>}
      {(order.takable || (order.accrual === 'boost' && isRunning(order))) && (
        <TakeOut order={order} power={exit?.power} />
      )}
      {order.paidOut && order.state === 'exited' && !isNoted && <Acknowledge orderId={order.orderId} />}
    </>
  )
}

const eventText = ({ line }: OrderItem, kind: string) =>
  (line === 'acceleration' && kind === 'earns'
    ? 'order.event.accelerates'
    : `order.event.${kind}`) as 'order.event.started'

function ToReservation() {
  const t = useText()
  return (
    <ButtonLink to="/pages/invest/logs" query={{ type: 'reservation' }} look="quiet" icon="clock">
      {t('order.to_reservation')}
    </ButtonLink>
  )
}

function Income({ income }: { income: NonNullable<OrderData['income']> }) {
  const t = useText()
  return (
    <FactGrid
      facts={income.map(({ code, amounts }) => ({
        label: t(`record.${code}`),
        value:
          amounts.length === 0 ? (
            <Num>0</Num>
          ) : (
            <span className="grid">
              {amounts.map(({ asset, amount }) => (
                <AmountText key={asset} value={amount} coin={asset} own exact />
              ))}
            </span>
          ),
      }))}
    />
  )
}

const isRunning = ({ state }: OrderItem): boolean => state === 'earning' || state === 'paused'

function OrderFacts({ order }: { order: OrderItem }) {
  const t = useText()
  const unpaid = isUnpaid(order.state)
  const ends = order.overAt ?? (unpaid ? null : order.endsAt)
  const neverStarts = unpaid || (order.overAt !== null && order.overAt < order.startsAt)
  const fixed: Fact[] =
    order.accrual === 'fixed'
      ? [
          { label: t('product.rate'), value: <Num>{showPercent(order.rate)}</Num> },
          ...(order.overAt || unpaid
            ? [{ label: t('reinvest.label'), value: t(order.reinvest ? 'reinvest.is_on' : 'reinvest.is_off') }]
            : []),
          ...(unpaid
            ? []
            : [
                { label: t('order.round'), value: order.round === 0 ? t('order.not_begun') : <Num>{order.round}</Num> },
                { label: t('order.paid'), value: <AmountText value={order.paidIncome} coin={order.base} exact own /> },
              ]),
        ]
      : []
  return (
    <FactGrid
      facts={[
        ...(order.release
          ? [
              { label: t('order.price'), value: <AmountText value={order.amount} coin={order.base} own /> },
              {
                label: t('order.pending_release'),
                value: <AmountText value={order.release.pending} coin={order.pays ?? order.base} own />,
              },
              { label: t('product.release_per_day'), value: <Num>{showPercent(order.release.perDay)}</Num> },
            ]
          : []),
        ...(order.side && isAbove(order.sideAmount)
          ? [{ label: t('quote.side'), value: <AmountText value={order.sideAmount} coin={order.side} own exact /> }]
          : []),
        {
          label: t('order.value'),
          value: (
            <>
              <AmountText value={order.value} coin="USDT" worth own />
              <Fiat worth={order.value} className="text-small text-ink-2" />
            </>
          ),
        },
        ...(order.tier === null ? [] : [{ label: t('order.stars'), value: <Stars count={order.tier} /> }]),
        ...(order.weight === null
          ? []
          : [{ label: t(order.line === 'machine' ? 'order.hash' : 'order.weight'), value: <Num>{order.weight}</Num> }]),
        ...(order.boost ? [{ label: t('order.version'), value: <Num>{order.boost}</Num> }] : []),
        ...(order.days > 0
          ? [{ label: t('product.period'), value: t('product.days', { days: String(order.days) }) }]
          : []),
        ...fixed,
        ...(isAbove(order.powerPerDay) && order.accrual !== 'power'
          ? [{ label: t('quote.power'), value: <AmountText value={order.powerPerDay} coin="POWER" own /> }]
          : []),
        ...(isAbove(order.powerShare)
          ? [{ label: t('product.power_rate'), value: <Num>{showPercent(order.powerShare)}</Num> }]
          : []),
        { label: t(unpaid ? 'order.reserved_at' : 'order.bought_at'), value: showMoment(order.boughtAt) },
        ...(neverStarts ? [] : [{ label: t('quote.starts'), value: showMoment(order.startsAt) }]),
        ...(ends ? [{ label: t(order.overAt ? 'order.over' : 'quote.ends'), value: showMoment(ends) }] : []),
      ]}
    />
  )
}
