import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { FactGrid, Heading, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showDay, showMoment, showPercent } from '#ui/text/format.ts'
import { type TextId, useText } from '#ui/text/texts.ts'
import { listFunds } from './fund.contract.ts'
import { splitText } from './split-text.tsx'

type Fund = OutputOf<typeof listFunds>['items'][number]

export function FundFigures({ fundId }: { fundId: number }) {
  const read = useRead(listFunds, {})
  return (
    <ReadState read={read}>
      {({ items }) => {
        const fund = items.find((each) => each.fundId === fundId)
        return fund ? <Figures fund={fund} /> : null
      }}
    </ReadState>
  )
}

function Figures({ fund }: { fund: Fund }) {
  const t = useText()
  return (
    <>
      <Heading>{t('fund.value')}</Heading>
      <Worth fund={fund} />
      {fund.heldReason && <Note tone="warn">{t('fund.held', { reason: fund.heldReason })}</Note>}
      <FactGrid
        facts={[
          { label: t('fund.principal'), value: <AmountText value={fund.principal} coin="USDT" /> },
          { label: t('fund.at_venue', { venue: fund.venue }), value: <AmountText value={fund.atVenue} coin="USDT" /> },
          { label: t('fund.to_be_released'), value: <AmountText value={fund.toBeReleased} coin="USDT" /> },
          { label: t('fund.undivided'), value: <AmountText value={fund.undivided} coin="USDT" /> },
          ...(fund.mine
            ? [
                { label: t('fund.mine'), value: <AmountText value={fund.mine.worth} coin="USDT" own /> },
                { label: t('fund.my_part'), value: <Num>{showPercent(fund.mine.share)}</Num> },
              ]
            : []),
        ]}
      />
      <Bookings fund={fund} />
    </>
  )
}

function Worth({ fund }: { fund: Fund }) {
  const t = useText()
  const [first] = fund.values
  return (
    <Card className="overflow-hidden">
      <div className="grid gap-0.5 p-4">
        <AmountText value={fund.netAssetValue} coin="USDT" exact className="text-h1 font-bold leading-tight" />
        <p className="text-small text-ink-3">
          {first && fund.values.length > 1 ? t('fund.since', { day: showDay(first.day) }) : t('fund.no_history')}
        </p>
      </div>
    </Card>
  )
}

function Bookings({ fund }: { fund: Fund }) {
  const t = useText()
  return (
    <>
      <Heading>{t('fund.bookings')}</Heading>
      {fund.bookings.length === 0 ? (
        <p className="rounded-card bg-surface px-4 py-5 text-center text-small text-ink-3 shadow-card">
          {t('fund.no_bookings')}
        </p>
      ) : (
        <List label={t('fund.bookings')}>
          {fund.bookings.map((booking) => (
            <Row
              key={`${booking.at} ${booking.kind} ${booking.amount}`}
              title={t(`fund.booking.${booking.kind}` as TextId as 'fund.booking.loss')}
              note={
                <>
                  <span className="block">{booking.reason}</span>
                  {showMoment(booking.at)}
                </>
              }
              end={
                <AmountText
                  value={booking.kind === 'loss' ? `-${booking.amount}` : booking.amount}
                  coin="USDT"
                  signed={booking.kind === 'profit'}
                />
              }
            />
          ))}
        </List>
      )}
      {fund.splits.length > 0 && (
        <>
          <Heading>{t('fund.splits')}</Heading>
          <List label={t('fund.splits')}>
            {fund.splits.map((split) => (
              <Row
                key={split.day}
                title={showDay(split.day)}
                note={t('fund.split', splitText(split))}
                end={<AmountText value={split.profit} coin="USDT" signed />}
              />
            ))}
          </List>
        </>
      )}
    </>
  )
}
