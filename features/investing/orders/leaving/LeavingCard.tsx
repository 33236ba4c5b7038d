import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { Card } from '#ui/shell/List.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { coinsText, ResultText } from '../../results/OutcomeResult.tsx'
import type { OrderItem } from '../detail/order-texts.tsx'
import { listLeavingDays } from './leaving.contract.ts'

type LeavingDay = OutputOf<typeof listLeavingDays>['days'][number]

const mayChoose = ({ day, takable, reinvest, accrual }: OrderItem, hasExit: boolean): boolean =>
  day !== null && (takable || hasExit || (accrual === 'fixed' && reinvest === true))

type LeavingCardProps = { readonly order: OrderItem; readonly hasExit: boolean }

/** A slider over the possible exit days, with each result. */
export function LeavingCard({ order, hasExit }: LeavingCardProps) {
  const may = mayChoose(order, hasExit)
  const read = useRead(listLeavingDays, { orderId: order.orderId }, { enabled: may })
  if (!may || (read.data && read.data.days.length < 2)) return null
  return (
    <ReadState read={read} skeleton={<Skeleton className="h-64 !rounded-card" />}>
      {({ days }) => <LeavingSlider days={days} isFixed={order.accrual === 'fixed'} />}
    </ReadState>
  )
}

type SliderProps = {
  readonly days: readonly LeavingDay[]
  /** True if the exit days are the ends of rounds. */
  readonly isFixed: boolean
}

export function LeavingSlider({ days, isFixed }: SliderProps) {
  const t = useText()
  const showOwn = useShowOwn()
  const [place, setPlace] = useState(0)
  const chosen = days[Math.min(place, days.length - 1)]
  if (!chosen) return null
  const { back, lost } = chosen
  const comes =
    back.length === 0
      ? t('leaving.market')
      : lost.length === 0
        ? t('result.whole', { back: coinsText(back, showOwn) })
        : t('result.given', { back: coinsText(back, showOwn), lost: coinsText(lost, showOwn) })
  const worth = chosen.usdt ?? chosen.about
  const figure = worth === null ? '' : `${showOwn(worth, { worth: true, signed: true })} USDT`
  return (
    <Card className="grid gap-2 p-4 text-small text-ink-2">
      <h2 className="text-title font-semi leading-tight text-ink">{t('leaving.title', { day: showDay(chosen.at) })}</h2>
      <input
        type="range"
        min={0}
        max={days.length - 1}
        value={place}
        onChange={(event) => setPlace(Number(event.target.value))}
        aria-label={t('leaving.slider')}
        aria-valuetext={[showDay(chosen.at), figure].filter(Boolean).join(': ')}
        className="h-11 w-full accent-(--accent)"
      />
      <p className="min-h-12">{comes}</p>
      {back.length > 0 && <Figure label={t('leaving.terms')} usdt={chosen.usdt} strong />}
      <Figure label={t('leaving.about')} usdt={chosen.about} />
      {isFixed && <p className="text-caption text-ink-3">{t('leaving.rounds')}</p>}
      <p className="text-caption text-ink-3">{t('result.about')}</p>
    </Card>
  )
}

type FigureProps = { readonly label: string; readonly usdt: string | null; readonly strong?: boolean }
const Figure = ({ label, usdt, strong = false }: FigureProps) => (
  <p className="flex flex-wrap items-baseline justify-between gap-x-3">
    <span className="min-w-0">{label}</span>
    <ResultText usdt={usdt} className={`ms-auto ${strong ? 'text-lead' : ''}`} />
  </p>
)
