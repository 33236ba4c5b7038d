import { useState } from 'react'
import { type Asset, assets } from '#kit/assets.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Filters } from '#ui/Choice.tsx'
import { Field, FieldFrame } from '#ui/Field.tsx'
import { Link } from '#ui/Link.tsx'
import { Pages } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { sayIfKnown, useText } from '#ui/texts.ts'
import { useReadPages } from '#ui/use-call.ts'
import { walletRecords } from './balances.contract.ts'
import { KeepRecords } from './KeepRecords.tsx'
import { RecordRow } from './RecordRow.tsx'
import { powerCodes, recordCodes, recordTextId } from './record-types.ts'
import { StatementScreen } from './StatementScreen.tsx'

type CoinChoice = Asset | 'all'
const choices = ['USDT', 'WLD', 'ATMC', 'ATMX', 'POWER', 'CREDIT'] as const satisfies readonly Asset[]
const isAsset = (name: string | undefined): name is Asset => name !== undefined && name in assets

/** Two things at one address of the spec: everything that happened, and the statement of a month (`view=statement`). */
export function RecordsScreen() {
  const query = useQueryOfScreen()
  return query.view === 'statement' ? <StatementScreen /> : <Records coinAsked={query.coin} />
}

/** Everything that happened to the wallet's coins and points, by coin, type and day. */
function Records({ coinAsked }: { coinAsked: string | undefined }) {
  const t = useText()
  const [coin, setCoin] = useState<CoinChoice>(isAsset(coinAsked) ? coinAsked : 'all')
  const [code, setCode] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [isNarrowing, setNarrowing] = useState(false)
  const filter: CallInputOf<typeof walletRecords> = {
    ...(coin === 'all' ? {} : { coin }),
    ...(code ? { code: Number(code) } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
  }
  const pages = useReadPages(walletRecords, filter)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Screen title={t('title.records')} up="/pages/wallet/index" onRefresh={pages.refetch} action={<StatementLink />}>
      <Filters<CoinChoice>
        label={t('records.coin')}
        value={coin}
        onChange={(next) => {
          setCoin(next)
          setCode('')
        }}
        options={[{ value: 'all', label: t('records.all') }, ...choices.map((value) => ({ value, label: value }))]}
      />
      <Button look="quiet" compact icon="filter" aria-expanded={isNarrowing} onClick={() => setNarrowing(!isNarrowing)}>
        {t('records.narrow')}
      </Button>
      {isNarrowing && (
        <>
          <TypeChoice coin={coin} value={code} onChange={setCode} />
          <div className="grid grid-cols-2 gap-3">
            <Field type="date" label={t('records.from')} value={from} onChange={setFrom} max={until || undefined} />
            <Field type="date" label={t('records.until')} value={until} onChange={setUntil} min={from || undefined} />
          </div>
        </>
      )}
      <Pages
        pages={pages}
        label={t('records.list')}
        empty={t(isFiltered ? 'records.none' : 'records.empty')}
        row={(record) => <RecordRow key={record.id} record={record} />}
      />
      {(pages.items?.length ?? 0) > 0 && <KeepRecords filter={filter} />}
    </Screen>
  )
}

type TypeChoiceProps = {
  readonly coin: CoinChoice
  readonly value: string
  readonly onChange: (code: string) => void
}
/** Computing power has types of its own. */
function TypeChoice({ coin, value, onChange }: TypeChoiceProps) {
  const t = useText()
  const codes: readonly number[] = coin === 'POWER' ? powerCodes : recordCodes
  const named: Asset = coin === 'all' ? 'USDT' : coin
  return (
    <FieldFrame label={t('records.type')}>
      {({ id }) => (
        <div className="box">
          <select
            id={id}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="min-h-12 w-full bg-transparent px-3"
          >
            <option value="">{t('records.type_all')}</option>
            {codes.map((each) => (
              <option key={each} value={each}>
                {sayIfKnown(recordTextId(named, each))}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  )
}

const StatementLink = () => {
  const t = useText()
  return (
    <Link
      to="/pages/wallet/logs"
      query={{ view: 'statement' }}
      className="press px-2 py-3 text-small font-semi text-accent-ink"
    >
      {t('statement.title')}
    </Link>
  )
}
