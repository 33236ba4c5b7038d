import { useState } from 'react'
import { type Asset, assets } from '#kit/assets.ts'
import { Filters } from '#ui/Choice.tsx'
import { FieldFrame } from '#ui/Field.tsx'
import { Pages } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { sayIfKnown, useText } from '#ui/texts.ts'
import { useReadPages } from '#ui/use-call.ts'
import { walletRecords } from './balances.contract.ts'
import { RecordRow } from './RecordRow.tsx'
import { powerCodes, recordCodes, recordTextId } from './record-types.ts'

type CoinChoice = Asset | 'all'
const choices = ['USDT', 'WLD', 'ATMC', 'ATMX', 'POWER', 'CREDIT'] as const satisfies readonly Asset[]
const isAsset = (name: string | undefined): name is Asset => name !== undefined && name in assets

/** Everything that happened to the wallet's coins and points, by coin and type. */
export function RecordsScreen() {
  const t = useText()
  const query = useQueryOfScreen()
  const [coin, setCoin] = useState<CoinChoice>(isAsset(query.coin) ? query.coin : 'all')
  const [code, setCode] = useState('')
  const pages = useReadPages(walletRecords, {
    ...(coin === 'all' ? {} : { coin }),
    ...(code ? { code: Number(code) } : {}),
  })
  const codes: readonly number[] = coin === 'POWER' ? powerCodes : recordCodes
  const named: Asset = coin === 'all' ? 'USDT' : coin
  return (
    <Screen title={t('title.records')} up="/pages/wallet/index" onRefresh={pages.refetch}>
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
