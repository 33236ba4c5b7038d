import { divide, parseUnits, rateOf, showUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Card } from '#ui/shell/List.tsx'
import { Progress } from '#ui/show/Progress.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { isAbove, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { getOrder } from '../../investing.contract.ts'
import { LatelyText } from '../../results/LatelyText.tsx'
import { RealisedRow } from '../../results/RealisedRow.tsx'
import { DayRing } from './DayRing.tsx'
import { dayText, inOrder } from './OrderRow.tsx'
import { isUnpaid, type OrderItem } from './order-texts.tsx'
import { PairIcon } from './PairIcon.tsx'
import { StateChip } from './StateChip.tsx'

type Data = OutputOf<typeof getOrder>
type OrderHeadProps = { readonly order: OrderItem; readonly booked: Data['booked']; readonly lately: Data['lately'] }

export function OrderHead({ order, booked, lately }: OrderHeadProps) {
  const t = useText()
  const mark = <PairIcon base={order.pays ?? order.base} side={order.side} size={order.side ? 27 : 34} />
  // A takable USDT order already shows its result.
  const saysResult = order.takable && order.base === 'USDT'
  return (
    <Card className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-3">
        {order.day !== null && order.days > 0 ? (
          <DayRing day={order.day} days={order.days} size={56}>
            {mark}
          </DayRing>
        ) : (
          mark
        )}
        <div className="min-w-0 flex-[1_1_7rem] [overflow-wrap:anywhere]">
          <h2 className="font-semi leading-tight">{t(`line.${order.line}`)}</h2>
          {order.day !== null && <p className="text-small font-semi text-ink-2">{dayText(order, order.day, t)}</p>}
          <p className="text-small text-ink-3">{t('order.number', { id: String(order.orderId) })}</p>
        </div>
        <StateChip order={order} />
      </div>
      <div>
        {order.takable && <p className="text-small text-ink-2">{t('order.take_now')}</p>}
        <p className="flex flex-wrap items-baseline gap-x-2">
          <AmountText {...inOrder(order)} own large className="text-display font-bold leading-tight" />
          {order.takable && isAbove(order.paidIncome) && (
            <span className="font-semi text-up">
              (<AmountText value={order.paidIncome} coin={order.base} signed own />)
            </span>
          )}
        </p>
      </div>
      <Gain order={order} />
      {lately && (
        <p className="text-small text-ink-2">
          <LatelyText lately={lately} />
        </p>
      )}
      {!saysResult && <RealisedRow booked={booked} over={order.overAt !== null} />}
      {order.release && <Released order={order} release={order.release} />}
      {order.paidOut && <PaidOut paidOut={order.paidOut} />}
    </Card>
  )
}

function Gain({ order }: { order: OrderItem }) {
  const t = useText()
  const shape = 'text-small text-ink-2'
  const gain = 'font-semi text-up'
  if (isUnpaid(order.state) || order.overAt !== null) return null
  if (order.accrual === 'fixed')
    return (
      <p className={shape}>
        {t('order.expected')}{' '}
        <AmountText value={order.expectedIncome} coin={order.base} exact signed own className={gain} />
      </p>
    )
  if (order.accrual === 'share' && !order.takable && isAbove(order.paidIncome))
    return (
      <p className={shape}>
        {t('order.earned')} <AmountText value={order.paidIncome} coin={order.base} exact signed own className={gain} />
      </p>
    )
  if (order.accrual === 'power')
    return (
      <p className={shape}>
        {t('quote.power')} <AmountText value={order.powerPerDay} coin="POWER" exact signed own className={gain} />
      </p>
    )
  return null
}

function Released({ order, release }: { order: OrderItem; release: NonNullable<OrderItem['release']> }) {
  const t = useText()
  const total = parseUnits(release.total) ?? 0n
  const released = total - (parseUnits(release.pending) ?? 0n)
  const percent = total === 0n ? 0 : Number((released * 100n) / total)
  const coin = order.pays ?? order.base
  const perDay = showUnits(divide(total * rateOf(release.perDay).numerator, rateOf(release.perDay).denominator, 'down'))
  return (
    <div className="grid gap-2">
      <Progress label={t('order.released')} done={percent} needed={100} text={`${percent}%`} />
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-ink-2">
        <span>
          {t('order.released')} <AmountText value={showUnits(released)} className="font-semi text-ink" own /> /{' '}
          <AmountText value={release.total} coin={coin} own />
        </span>
        <Num>{percent}%</Num>
      </p>
      {order.overAt === null && (
        <p className="text-small text-ink-2">
          {t('order.release_a_day', { share: showPercent(release.perDay) })}{' '}
          <AmountText value={perDay} coin={coin} about own className="font-semi text-up" />
        </p>
      )}
    </div>
  )
}

/** Three times the machine's price is a cap, not a promise. */
function PaidOut({ paidOut: { value, cap } }: { paidOut: NonNullable<OrderItem['paidOut']> }) {
  const t = useText()
  const most = parseUnits(cap) ?? 0n
  const percent = most === 0n ? 0 : Number(((parseUnits(value) ?? 0n) * 100n) / most)
  return (
    <div className="grid gap-2">
      <Progress label={t('order.paid_out')} done={percent} needed={100} text={`${percent}%`} />
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-ink-2">
        <span>
          {t('order.paid_out')} <AmountText value={value} className="font-semi text-ink" own /> /{' '}
          <AmountText value={cap} coin="USDT" worth own />
        </span>
        <Num>{percent}%</Num>
      </p>
      <p className="text-caption text-ink-3">{t('order.cap_about')}</p>
    </div>
  )
}
