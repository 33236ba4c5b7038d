import { useState } from 'react'
import { showUnits } from '#kit/amount/amount.ts'
import { readJson, readWhole } from '#kit/amount/exact.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Kind, Statement } from '#proofs/tree/format.ts'
import { saveFrom } from '#ui/device/save-file.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText, CodeText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showCount, showDay, showUtc } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { ChainNote } from '../ChainNote.tsx'
import { useOwed } from '../figures/use-owed.tsx'
import { ProofFiles } from '../ProofFiles.tsx'
import type { companyProof } from '../proof.contract.ts'
import { CheckChip } from './CheckChip.tsx'

type Company = OutputOf<typeof companyProof>
type DetailsProps = { readonly company: Company; readonly latest: NonNullable<Company['latest']> }

export function ProofDetails({ company, latest }: DetailsProps) {
  const t = useText()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
      <ChainNote statement={latest} />
      <StatementCard statement={readJson(latest.text) as Statement} />
      <Button look="quiet" icon="down" onClick={() => saveDay(latest.day)}>
        {t('proof.save_day', { day: showDay(latest.day) })}
      </Button>
      <p className="text-small text-ink-3">{t('proof.save_day_note')}</p>
      <Heading>{t('proof.files')}</Heading>
      <p className="text-small text-ink-3">{t('proof.files_note')}</p>
      <ProofFiles />
      <OlderStatements company={company} newest={latest.day as Day} />
    </div>
  )
}

/** Days per page. */
const daysMore = 30

/** Fetched once, then kept on this device. */
function OlderStatements({ company, newest }: { company: Company; newest: Day }) {
  const t = useText()
  const [first, setFirst] = useState(addDays(newest, -daysMore))
  const { checked, statements } = useOwed(company, first)
  const isWhole = checked.is === 'right' && checked.isWhole
  return (
    <>
      <Heading>{t('proof.days')}</Heading>
      <div role="status" className="grid gap-2">
        <p className="text-small text-ink-2">
          {checked.is === 'right' &&
            t(isWhole ? 'proof.days_all' : 'proof.days_some', { days: showCount(checked.statements) })}
          {checked.is === 'wrong' && t('proof.wrong', { detail: checked.detail })}
        </p>
        <CheckChip state={checked.is === 'checking' ? 'waiting' : checked.is === 'unchecked' ? 'open' : checked.is} />
      </div>
      <List label={t('proof.days')}>
        {statements.map(({ day, text }) => (
          <DayRow key={day} day={day} root={(readJson(text) as Statement).root} />
        ))}
      </List>
      {!isWhole && statements.length > 0 && (
        <Button
          look="quiet"
          busy={checked.is === 'checking'}
          onClick={() => setFirst(addDays((statements.at(-1)?.day ?? newest) as Day, -daysMore))}
        >
          {t('list.more')}
        </Button>
      )}
    </>
  )
}

const saveDay = (day: string): void => saveFrom(`proof-${day}.zip`, `/proof/${day}.zip`)
/** 0 if nothing of this kind is owed. */
const amount = (list: readonly string[] | undefined, place: number): bigint => (list ? readWhole(list[place]) : 0n)

function StatementCard({ statement }: { statement: Statement }) {
  const t = useText()
  const { assets, owed, own, booked, kinds, house, epoch, root } = statement
  const text = (units: bigint, coin: string) => <AmountText value={showUnits(units)} coin={coin} />
  return (
    <>
      <Heading>{t('proof.owed', { day: showDay(statement.day) })}</Heading>
      <Card className="grid gap-4 p-4">
        <p className="text-small text-ink-3">{t('proof.cut', { moment: showUtc(epoch) })}</p>
        {assets.map((coin, place) => (
          <section key={coin} aria-label={coin} className="grid gap-2">
            <h3 className="font-semi">{coin}</h3>
            <Facts
              facts={[
                { label: t('proof.owed_all'), value: text(amount(owed, place), coin), strong: true },
                ...(Object.keys(kinds) as Kind[])
                  .filter((kind) => amount(kinds[kind], place) > 0n)
                  .map((kind) => ({ label: t(`proof.kind.${kind}`), value: text(amount(kinds[kind], place), coin) })),
                {
                  label: t('proof.own'),
                  value: text(amount(own.capital, place) + amount(own.sales, place) + amount(own.fees, place), coin),
                },
                {
                  label: t('proof.booked'),
                  value: text(amount(booked.network, place) + amount(booked.venue, place), coin),
                },
              ]}
            />
          </section>
        ))}
        <p className="flex items-center gap-2 text-small text-ink-2">
          <span className="flex-1">
            {t('proof.root')} <CodeText value={root} short />
          </span>
          <CopyButton value={root} label={t('changes.copy', { what: t('proof.root') })} />
        </p>
      </Card>
      <Note tone="plain">{t('proof.limits')}</Note>
      <Heading>{t('proof.house')}</Heading>
      <List label={t('proof.house')}>
        {house.map(({ owner, kind, amounts }) => (
          <Row
            key={`${owner} ${kind}`}
            title={t(`proof.kind.${kind}`)}
            note={<bdi dir="ltr">{owner.split(':')[1] ?? ''}</bdi>}
            end={
              <span className="grid">
                {assets
                  .filter((_, place) => amount(amounts, place) > 0n)
                  .map((coin) => (
                    <AmountText key={coin} value={showUnits(amount(amounts, assets.indexOf(coin)))} coin={coin} />
                  ))}
                {amounts.every((each) => each === '0') && '0'}
              </span>
            }
          />
        ))}
      </List>
    </>
  )
}

function DayRow({ day, root }: { day: string; root: string }) {
  const t = useText()
  return (
    <Row
      title={showDay(day)}
      end={
        <span className="flex items-center gap-1 text-small">
          <CodeText value={root} short />
          <CopyButton value={root} label={t('changes.copy', { what: t('proof.root') })} />
          <IconButton
            icon="down"
            size={20}
            label={t('proof.save_day', { day: showDay(day) })}
            onPress={() => saveDay(day)}
          />
        </span>
      }
    />
  )
}
