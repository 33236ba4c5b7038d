import { useState } from 'react'
import { call } from '#ui/call/call.ts'
import { saveFile } from '#ui/device/save-file.ts'
import { Button } from '#ui/form/Button.tsx'
import { Choose } from '#ui/form/Choose.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { walletStatement } from '../balances.contract.ts'
import { recordName } from '../records/RecordRow.tsx'
import { csvByteOrderMark, csvOf, type DecimalSign } from './csv.ts'
import { monthsOf, yearHeadings, yearLines, yearsOf } from './year.ts'

async function readYear(
  months: readonly string[],
  decimal: DecimalSign,
  onMonth: (done: number) => void,
): Promise<string> {
  const parts = [csvByteOrderMark, csvOf([yearHeadings], decimal)]
  for (const [done, month] of months.entries()) {
    onMonth(done)
    let page = await call(walletStatement, { month }, { quiet: true })
    const { prices } = page
    parts.push(yearLines(page.items, prices, recordName, decimal))
    while (page.next) {
      page = await call(walletStatement, { month, cursor: page.next }, { quiet: true })
      parts.push(yearLines(page.items, prices, recordName, decimal))
    }
  }
  return parts.join('')
}

type YearFileProps = { readonly months: readonly string[]; readonly decimal: DecimalSign }
/** @param months months that have a statement */
export function YearFile({ months, decimal }: YearFileProps) {
  const t = useText()
  const years = yearsOf(months)
  const [chosen, setChosen] = useState<string>()
  const [done, setDone] = useState<number>()
  const [failed, setFailed] = useState(false)
  const year = chosen ?? years[0] ?? ''
  const all = monthsOf(months, year)
  const take = async () => {
    setFailed(false)
    try {
      saveFile(`glasshouse-${year}.csv`, 'text/csv', await readYear(all, decimal, setDone))
    } catch {
      setFailed(true)
    }
    setDone(undefined)
  }
  return (
    <Card className="grid gap-3 p-4 print:hidden">
      <div>
        <h2 className="font-semi leading-snug">{t('statement.year')}</h2>
        <p className="text-small text-ink-3">{t('statement.year_note')}</p>
      </div>
      <Choose
        figures
        label={t('statement.year_choose')}
        value={year}
        onChange={setChosen}
        options={years.map((value) => ({ value, label: value }))}
      />
      <Button look="quiet" busy={done !== undefined} onClick={() => void take()}>
        {`CSV ${year}`}
      </Button>
      <div role="status">
        {done !== undefined && all.length > 1 && (
          <progress value={done} max={all.length} className="w-full" aria-label={t('statement.year')} />
        )}
      </div>
      {failed && <Note tone="neg">{t('statement.failed')}</Note>}
    </Card>
  )
}
