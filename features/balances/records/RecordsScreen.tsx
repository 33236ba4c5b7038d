import { useState } from 'react'
import { type Asset, assetsInUse } from '#kit/amount/coins.ts'
import { useReadPages } from '#ui/call/use-call.ts'
import { Button } from '#ui/form/Button.tsx'
import { Filters } from '#ui/form/Choice.tsx'
import { Choose } from '#ui/form/Choose.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { Pages } from '#ui/shell/List.tsx'
import type { Query } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { showCount, showDay } from '#ui/text/format.ts'
import { sayIfKnown, useText } from '#ui/text/texts.ts'
import { deviceZone, showZone } from '#ui/text/zone.ts'
import { walletRecords } from '../balances.contract.ts'
import { StatementScreen } from '../files/StatementScreen.tsx'
import { EventRow } from './EventRow.tsx'
import { KeepRecords } from './KeepRecords.tsx'
import { eventsOf } from './record-events.ts'
import { powerCodes, recordCodes, recordTextId } from './record-types.ts'
import { recordsFilter, recordsInput } from './records-filter.ts'

type CoinChoice = Asset | 'all'

/** The spec uses one route for two pages; `view=statement` is the monthly one. */
export function RecordsScreen() {
  const query = useQueryOfScreen()
  return query.view === 'statement' ? <StatementScreen /> : <Records query={query} />
}

function Records({ query }: { query: Query }) {
  const changeQuery = useChangeQuery()
  const t = useText()
  const choice = recordsFilter(query)
  const { coin = 'all', code, from, until } = choice
  const filter = recordsInput(choice, deviceZone())
  const [isNarrowing, setNarrowing] = useState(code !== undefined || Boolean(from ?? until))
  const pages = useReadPages(walletRecords, filter)
  const isFiltered = Object.keys(choice).length > 0
  const narrowed = [code, from, until].filter((each) => each !== undefined).length
  // The retired coin appears only if the URL names it.
  const offered = coin === 'all' || assetsInUse.includes(coin) ? assetsInUse : [...assetsInUse, coin]
  return (
    <Screen title={t('title.records')} up="/pages/wallet/index" onRefresh={pages.refetch} action={<StatementLink />}>
      <Filters<CoinChoice>
        label={t('records.coin')}
        value={coin}
        onChange={(next) => changeQuery({ coin: next === 'all' ? undefined : next, code: undefined })}
        options={[{ value: 'all', label: t('records.all') }, ...offered.map((value) => ({ value, label: value }))]}
      />
      <Button look="quiet" compact icon="filter" aria-expanded={isNarrowing} onClick={() => setNarrowing(!isNarrowing)}>
        {narrowed === 0 ? t('records.narrow') : t('records.narrowed', { count: showCount(narrowed) })}
      </Button>
      {isNarrowing && (
        <>
          <TypeChoice coin={coin} value={String(code ?? '')} onChange={(next) => changeQuery({ code: next })} />
          <div className="grid grid-cols-2 gap-3 max-[359px]:grid-cols-1">
            <Field
              type="date"
              label={t('records.from')}
              value={query.from ?? ''}
              onChange={(next) => changeQuery({ from: next })}
              max={until}
            />
            <Field
              type="date"
              label={t('records.until')}
              value={query.until ?? ''}
              onChange={(next) => changeQuery({ until: next })}
              min={from}
            />
          </div>
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <p className="text-small text-ink-3">{t('records.zone', { zone: showZone() })}</p>
            {narrowed > 0 && (
              <button
                type="button"
                className="press min-h-11 flex-none rounded-inner px-3 text-small font-semi text-accent-ink"
                onClick={() => changeQuery({ code: undefined, from: undefined, until: undefined })}
              >
                {t('records.clear')}
              </button>
            )}
          </div>
        </>
      )}
      <Pages
        pages={{ ...pages, items: pages.items && eventsOf(pages.items, showDay) }}
        label={t('records.list')}
        empty={t(isFiltered ? 'records.none' : 'records.empty')}
        row={(event) => <EventRow key={event.key} event={event} />}
      />
      {(pages.items?.length ?? 0) > 0 && <KeepRecords choice={choice} filter={filter} />}
    </Screen>
  )
}

type TypeChoiceProps = {
  readonly coin: CoinChoice
  readonly value: string
  readonly onChange: (code: string) => void
}
/** POWER has separate record types. */
function TypeChoice({ coin, value, onChange }: TypeChoiceProps) {
  const t = useText()
  const codes: readonly number[] = coin === 'POWER' ? powerCodes : recordCodes
  const named: Asset = coin === 'all' ? 'USDT' : coin
  return (
    <Choose
      label={t('records.type')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('records.type_all') },
        ...codes.map((code) => ({ value: String(code), label: sayIfKnown(recordTextId(named, code)) ?? String(code) })),
      ]}
    />
  )
}

const StatementLink = () => {
  const t = useText()
  return (
    <Link
      to="/pages/wallet/logs"
      query={{ view: 'statement' }}
      className="press grid min-h-11 items-center px-2 text-small font-semi text-accent-ink"
    >
      {t('statement.title')}
    </Link>
  )
}
