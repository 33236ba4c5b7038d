import { useEffect, useRef } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Read, readAgain, useAct } from '#ui/call/use-call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { Chip } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { shorten, showMoment } from '#ui/text/format.ts'
import { type Say, sayIfKnown, useText } from '#ui/text/texts.ts'
import { type OwnTopic, placeOf, topicOf } from './own-notices.ts'
import { listOwnNotices, readOwnNotices } from './personal.contract.ts'

type Listed = OutputOf<typeof listOwnNotices>

const icons: Record<OwnTopic, IconName> = {
  money: 'wallet',
  orders: 'invest',
  otc: 'swap',
  prices: 'bell',
  security: 'shield',
}

type Notice = Listed['items'][number]

function titleOf(t: Say, { kind, source }: Notice): string {
  const name =
    kind !== 'paid' ? undefined : source === 'compute' ? t('title.mining') : sayIfKnown(`line.${source || 'none'}`)
  return name ? t('own.paid_by', { name }) : t(`own.kind.${kind}`)
}

function Told({ notice: { kind, source, days, at } }: { readonly notice: Notice }) {
  const t = useText()
  const told = [
    ...(kind === 'arrived' && source ? [t('record.from', { name: shorten(source, 4) })] : []),
    ...(days > 1 ? [t('product.days', { days: String(days) })] : []),
    showMoment(at),
  ]
  return told.join(' · ')
}

/** Incoming amounts have a sign; a pending withdrawal has none. */
function Sums({ notice: { kind, amounts } }: { readonly notice: Notice }) {
  const isIn = kind === 'arrived' || kind === 'paid' || kind === 'withdrawal_back'
  return amounts.map(({ coin, amount }) => (
    <span key={coin} className="block">
      <AmountText
        value={isIn ? amount : amount.replace('-', '')}
        coin={coin}
        signed={isIn}
        own
        className={isIn ? 'text-up' : ''}
      />
    </span>
  ))
}

/** Shown notices count as read, but stay marked as new until the user leaves. */
export function OwnNotices({ read }: { readonly read: Read<Listed> }) {
  const t = useText()
  const { act } = useAct(readOwnNotices, { quiet: true })
  const noted = useRef('')
  const { unread = 0, read: mark = '' } = read.data ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: one note for each list that was shown.
  useEffect(() => {
    if (unread === 0 || noted.current === mark || !navigator.onLine) return
    noted.current = mark
    void act({ read: mark })
  }, [unread, mark])
  useEffect(
    () => () => {
      if (noted.current) void readAgain(listOwnNotices)
    },
    [],
  )
  return (
    <ReadState read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>{t('own.empty')}</EmptyState>
        ) : (
          <>
            <List label={t('own.list')}>
              {items.map((notice) => (
                <Row
                  key={notice.key}
                  mark={
                    <RowIcon tone={topicOf(notice.kind) === 'security' ? 'warn' : 'accent'}>
                      <Icon name={icons[topicOf(notice.kind)]} size={20} />
                    </RowIcon>
                  }
                  title={titleOf(t, notice)}
                  note={<Told notice={notice} />}
                  end={<Sums notice={notice} />}
                  endNote={notice.unread ? <Chip tone="accent">{t('own.new')}</Chip> : undefined}
                  arrow={false}
                  {...placeOf(notice)}
                />
              ))}
            </List>
            <p className="px-1 text-small text-ink-3">{t('own.reach')}</p>
          </>
        )
      }
    </ReadState>
  )
}
