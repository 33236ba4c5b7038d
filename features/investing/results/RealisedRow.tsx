import type { OutputOf } from '#kit/wire/contract.ts'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { Fiat } from '#ui/text/Fiat.tsx'
import { useText } from '#ui/text/texts.ts'
import type { getOrder } from '../investing.contract.ts'
import { coinsText, ResultText } from './OutcomeResult.tsx'

type RealisedRowProps = { readonly booked: OutputOf<typeof getOrder>['booked']; readonly over: boolean }

/** Renders nothing until coins have moved. */
export function RealisedRow({ booked, over }: RealisedRowProps) {
  const t = useText()
  const showOwn = useShowOwn()
  const { back, gained, givenUp, usdt } = booked
  if (!over && gained.length === 0 && givenUp.length === 0) return null
  const said = [
    ...(over
      ? [back.length > 0 ? t('result.back', { back: coinsText(back, showOwn) }) : t('result.back_nothing')]
      : []),
    ...(gained.length > 0 ? [t('result.gained', { gained: coinsText(gained, showOwn) })] : []),
    ...(givenUp.length > 0 ? [t('result.lost', { lost: coinsText(givenUp, showOwn) })] : []),
  ]
  return (
    <div className="grid gap-1 text-small text-ink-2">
      <p>{said.join(' · ')}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{t(over ? 'result.booked' : 'result.so_far')}</span>
        <span className="text-end">
          <ResultText usdt={usdt} className="text-lead" />
          <Fiat worth={usdt} className="text-ink-3" />
        </span>
      </p>
      <p className="text-caption text-ink-3">{t(usdt === null ? 'result.no_price' : 'result.about')}</p>
    </div>
  )
}
