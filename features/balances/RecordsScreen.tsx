import { useState } from 'react'
import { type Asset, assets } from '#kit/assets.ts'
import { Filters } from '#ui/Choice.tsx'
import { FieldFrame } from '#ui/Field.tsx'
import { Link } from '#ui/Link.tsx'
import { Pages } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { sayIfKnown, useText } from '#ui/texts.ts'
import { useReadPages } from '#ui/use-call.ts'
import { walletRecords } from './balances.contract.ts'
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

/** Everything that happened to the wallet's coins and points, by coin and type. */
function Records({ coinAsked }: { coinAsked: string | undefined }) {
  const t = useText()
  const [coin, setCoin] = useState<CoinChoice>(isAsset(coinAsked) ? coinAsked : 'all')
  const [code, setCode] = useState('')
  const pages = useReadPages(walletRecords, {
    ...(coin === 'all' ? {} : { coin }),
    ...(code ? { code: Number(code) } : {}),
  })
  const codes: readonly number[] = coin === 'POWER' ? powerCodes : recordCodes
  const named: Asset = coin === 'all' ? 'USDT' : coin
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
      <FieldFrame label={t('records.type')}>
        {({ id }) => (
          <div className="box">
            <select
              id={id}
              value={code}
              onChange={(event) => setCode(event.target.value)}
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
      <Pages
        pages={pages}
        label={t('records.list')}
        empty={t('records.empty')}
        row={(record) => <RecordRow key={record.id} record={record} />}
      />
    </Screen>
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
