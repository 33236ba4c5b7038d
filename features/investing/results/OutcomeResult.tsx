import type { OutputOf } from '#kit/wire/contract.ts'
import { type ShowOwn, useShowOwn } from '#ui/form/own-amount.ts'
import { AmountText, signTone } from '#ui/text/AmountText.tsx'
import { Fiat } from '#ui/text/Fiat.tsx'
import { isAbove, joinAmounts } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { getOrder } from '../investing.contract.ts'

export type Way = OutputOf<typeof getOrder>['ways'][number]
type Say = ReturnType<typeof useText>
type Moved = Way['goesIn']

/** "100.00 USDT + 4.97 ATMC". */
export const coinsText = (moved: Moved, show: ShowOwn): string =>
  joinAmounts(moved.map(({ asset, amount }) => `${show(amount)} ${asset}`))

const isLoss = (usdt: string | null): boolean => usdt?.startsWith('-') ?? false

/** A dash if a coin has no price. */
export function ResultText({ usdt, className = '' }: { usdt: string | null; className?: string }) {
  return (
    <AmountText
      value={usdt}
      coin="USDT"
      about
      worth
      signed
      own
      className={`font-semi ${signTone(usdt)} ${className}`}
    />
  )
}

function lineOf(way: Way, costs: boolean, t: Say, show: ShowOwn): string {
  const coins = (moved: Moved): string => coinsText(moved, show)
  const values = { in: coins(way.goesIn), back: coins(way.comesBack), lost: coins(way.givenUp) }
  if (!way.sure) return t('result.unsure', values)
  if (way.way === 'on') return t(costs ? 'result.stays' : 'result.stays_free', values)
  if (way.comesBack.length === 0) return t('result.spent', values)
  return way.givenUp.length > 0 ? t('result.given', values) : t('result.whole', values)
}

/** Says when a loss is recovered; undefined without a loss. @param costs stopping later costs something */
function daysText({ way, usdt, priced, breaksEven }: Way, costs: boolean, t: Say): string | undefined {
  const days = { days: String(breaksEven ?? 0) }
  if (way === 'on' && costs && !priced) return t('result.not_priced')
  if (way === 'on')
    return costs ? (breaksEven === null ? t('result.stop_never') : t('result.stop_free', days)) : undefined
  if (way === 'leave' || !isLoss(usdt)) return undefined
  if (!priced) return t('result.not_priced')
  if (breaksEven === null) return t('result.never')
  return t(way === 'off' ? 'result.breaks_even_power' : 'result.breaks_even', days)
}

export function OutcomeResult({ way, ways }: { way: Way; ways: readonly Way[] }) {
  const t = useText()
  const showOwn = useShowOwn()
  const costs = ways.some(({ way: name, givenUp }) => name === 'off' && givenUp.length > 0)
  const days = daysText(way, costs, t)
  return (
    <span className="grid gap-1">
      <span className="block">{lineOf(way, costs, t, showOwn)}</span>
      {way.sure && (
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>{t(way.way === 'on' ? 'result.result_stays' : 'result.result')}</span>
          <span className="text-end">
            <ResultText usdt={way.usdt} />
            <Fiat worth={way.usdt} className="text-ink-3" />
          </span>
        </span>
      )}
      {isAbove(way.power) && (
        <span className="block text-ink-3">{t('result.power', { power: showOwn(way.power) })}</span>
      )}
      {days && <span className="block text-ink-3">{days}</span>}
    </span>
  )
}
