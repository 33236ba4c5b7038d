import { type ReactNode, useState } from 'react'
import { isChain, networkName } from '#kit/chain/chains.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { Row, RowIcon } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { shorten, showDay, showTime } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { type Act, actOf } from './acts.ts'
import { RecordRow, recordName } from './RecordRow.tsx'
import type { RecordEvent } from './record-events.ts'

type EventRowProps = { readonly event: RecordEvent }

/** The first event of a day has a date heading. */
export function EventRow({ event }: EventRowProps) {
  const [only, ...more] = event.records
  return (
    <>
      {event.heading !== undefined && (
        <li className="pt-3 pb-1">
          <h2 className="text-small font-semi text-ink-3">{showDay(event.at)}</h2>
        </li>
      )}
      {only && more.length === 0 ? <Single event={event} id={only.id} /> : <Folded event={event} />}
    </>
  )
}

const icons: Record<Act['direction'], IconName> = { in: 'down', out: 'up', swap: 'swap', inside: 'lock' }

const shortId = (id: string): string => shorten(id, 4)

function titleOf(t: Say, { title }: Act, event: RecordEvent): string {
  const [first] = event.records
  switch (title.kind) {
    case 'from':
    case 'to':
      return t(`record.${title.kind}`, { name: title.name ?? shortId(title.walletId) })
    case 'invested':
    case 'returned':
      return t(`record.act.${title.kind}`, { name: t(`line.${title.line}`) })
    case 'income':
      return t('own.paid_by', { name: t(`line.${title.line}`) })
    case 'order':
      return t('record.ref.order', { id: title.id })
    case 'withdrawal':
      return t('withdraw.one')
    case 'record':
      return first ? recordName(first) : ''
    default:
      return t(`record.event.${title.kind}`)
  }
}

function noteOf({ other, title }: Act, at: string): string {
  const named =
    other &&
    (other.kind === 'wallet' ? (other.name ?? shortId(other.id)) : isChain(other.id) ? networkName(other.id) : other.id)
  // Masked names are not unique, so the ID is added.
  const id = 'walletId' in title && title.name ? shortId(title.walletId) : undefined
  return [showTime(at), named, id].filter(Boolean).join(' · ')
}

const stateOf = (t: Say, { state }: Act): string =>
  state === 'inside' ? t('record.inside') : t(`withdraw.state.${state}`)

const Mark = ({ act }: { readonly act: Act }) => (
  <RowIcon tone={act.direction === 'in' ? 'accent' : 'plain'}>
    <Icon name={icons[act.direction]} size={20} />
  </RowIcon>
)

function Amounts({ event: { amounts, isInside } }: EventRowProps): ReactNode {
  return amounts.map(({ coin, amount }) => (
    <span key={coin} className="block font-semi leading-snug">
      <AmountText
        value={isInside ? amount.replace('-', '') : amount}
        coin={coin}
        signed={!isInside}
        own
        className={isInside ? 'text-ink-3' : amount.startsWith('-') ? '' : 'text-up'}
      />
    </span>
  ))
}

/** An event with one entry links directly to it. */
function Single({ event, id }: EventRowProps & { readonly id: string }) {
  const t = useText()
  const act = actOf(event)
  return (
    <Row
      mark={<Mark act={act} />}
      title={titleOf(t, act, event)}
      note={noteOf(act, event.at)}
      end={<Amounts event={event} />}
      endNote={stateOf(t, act)}
      to="/pages/wallet/info"
      query={{ id }}
      arrow={false}
    />
  )
}

function Folded({ event }: EventRowProps) {
  const t = useText()
  // Renders icons only while open. They share a gradient id, so a collapsed icon would hide the same icon elsewhere.
  const [open, setOpen] = useState(false)
  const act = actOf(event)
  const { records } = event
  return (
    <li>
      <details onToggle={(change) => setOpen(change.currentTarget.open)}>
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <Mark act={act} />
          <span className="min-w-0 flex-[1_1_5rem]">
            <span className="block font-semi leading-snug">{titleOf(t, act, event)}</span>
            <span className="block text-small text-ink-3">{noteOf(act, event.at)}</span>
          </span>
          <span className="ms-auto max-w-full flex-none text-end">
            <Amounts event={event} />
            <span className="block text-small text-ink-3">{stateOf(t, act)}</span>
          </span>
        </summary>
        {open && (
          <ul
            className="rows mb-2 border-s-2 border-line ps-3"
            aria-label={t('record.entries', { count: String(records.length) })}
          >
            {records.map((record) => (
              <RecordRow key={record.id} record={record} at={showTime(record.at)} />
            ))}
          </ul>
        )}
      </details>
    </li>
  )
}
