import { useState } from 'react'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { saveFile } from '#ui/device/save-file.ts'
import { Button } from '#ui/form/Button.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { walletRecords } from '../balances.contract.ts'
import { CsvForm, usualDecimal } from '../files/CsvForm.tsx'
import { csvByteOrderMark } from '../files/csv.ts'
import { recordsCsv } from '../files/records-csv.ts'
import { recordName, type WalletRecord } from './RecordRow.tsx'
import type { RecordsChoice } from './records-filter.ts'

type Filter = CallInputOf<typeof walletRecords>

/** Maximum that phones and spreadsheets can handle. */
const most = 10_000

async function readAll(filter: Filter): Promise<{ items: WalletRecord[]; isCut: boolean }> {
  const items: WalletRecord[] = []
  let cursor = ''
  do {
    const page = await call(walletRecords, { ...filter, page: 'many', cursor }, { quiet: true })
    items.push(...page.items)
    cursor = page.next
  } while (cursor && items.length < most)
  return { items: items.slice(0, most), isCut: cursor !== '' || items.length > most }
}

export function KeepRecords({ choice, filter }: { choice: RecordsChoice; filter: Filter }) {
  const t = useText()
  const [decimal, setDecimal] = useState(usualDecimal)
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<'failed' | 'cut' | undefined>()
  const keep = async () => {
    setBusy(true)
    setNote(undefined)
    try {
      const { items, isCut } = await readAll(filter)
      const days = [choice.from, choice.until].filter(Boolean).join('-')
      const name = ['glasshouse', 'records', filter.coin, filter.code, days].filter((part) => part ?? '').join('-')
      saveFile(`${name}.csv`, 'text/csv', `${csvByteOrderMark}${recordsCsv(items, recordName, decimal)}`)
      if (isCut) setNote('cut')
    } catch {
      setNote('failed')
    }
    setBusy(false)
  }
  return (
    <div className="grid gap-3 print:hidden">
      <CsvForm decimal={decimal} onChange={setDecimal} />
      <Button look="quiet" busy={busy} onClick={() => void keep()}>
        {t('records.csv')}
      </Button>
      {note === 'cut' && <Note tone="plain">{t('records.csv_cut', { count: showCount(most) })}</Note>}
      {note === 'failed' && <Note tone="neg">{t('records.csv_failed')}</Note>}
    </div>
  )
}
