import { useState } from 'react'
import { AmountText } from '#ui/AmountText.tsx'
import { CoinMark } from '#ui/CoinMark.tsx'
import { showDay, showTime } from '#ui/format.ts'
import { useText } from '#ui/texts.ts'
import { RecordRow } from './RecordRow.tsx'
import type { RecordEvent } from './record-events.ts'

type EventRowProps = { readonly event: RecordEvent }

/** One event of a day: what it did to the balance; its entries one tap below. The first of a day stands under its date. */
export function EventRow({ event }: EventRowProps) {
  const [only, ...more] = event.records
  return (
    <>
      {event.heading !== undefined && (
        <li className="pt-3 pb-1">
          <h2 className="text-small font-semi text-ink-3">{showDay(event.at)}</h2>
        </li>
      )}
      {only && more.length === 0 ? <RecordRow record={only} at={showTime(only.at)} /> : <Folded event={event} />}
    </>
  )
}

function Folded({ event: { belongs, at, amounts, isInside, records } }: EventRowProps) {
  const t = useText()
  // Marks share their colours by name: one inside what is folded would take them from the others.
  const [open, setOpen] = useState(false)
  const mark = amounts[0]?.coin ?? records[0]?.coin
  const title =
    belongs.kind === 'order' || belongs.kind === 'withdrawal'
      ? t(`record.ref.${belongs.kind}`, { id: belongs.id })
      : belongs.kind === 'other'
        ? t('record.event.power')
        : t(`record.event.${belongs.kind}`)
  return (
    <li>
      <details onToggle={(change) => setOpen(change.currentTarget.open)}>
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          {mark && <CoinMark asset={mark} size={36} />}
          <span className="min-w-0 flex-[1_1_5rem]">
            <span className="block font-semi leading-snug">{title}</span>
            <span className="block text-small text-ink-3">
              {showTime(at)} · {t('record.entries', { count: String(records.length) })}
            </span>
          </span>
          <span className="ms-auto max-w-full flex-none text-end">
            {amounts.map(({ coin, amount }) => (
              <span key={coin} className="block font-semi leading-snug">
                <AmountText
                  value={isInside ? amount.replace('-', '') : amount}
                  coin={coin}
                  signed={!isInside}
                  own
                  className={isInside ? 'text-ink-3' : amount.startsWith('-') ? '' : 'text-up'}
                />
              </span>
            ))}
            {isInside && <span className="block text-small text-ink-3">{t('record.inside')}</span>}
          </span>
        </summary>
        {open && (
          <ul className="rows mb-2 border-s-2 border-line ps-3">
            {records.map((record) => (
              <RecordRow key={record.id} record={record} at={showTime(record.at)} />
            ))}
          </ul>
        )}
      </details>
    </li>
  )
}
