import { Segmented } from '#ui/form/Choice.tsx'
import { numberSymbols } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { DecimalSign } from './csv.ts'

export const usualDecimal = (): DecimalSign => (numberSymbols().decimal === ',' ? ',' : '.')

type CsvFormProps = { readonly decimal: DecimalSign; readonly onChange: (decimal: DecimalSign) => void }

/** Chooses the decimal sign. A spreadsheet reads only its region's sign. */
export function CsvForm({ decimal, onChange }: CsvFormProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 print:hidden">
      <span className="text-small text-ink-3" aria-hidden="true">
        {t('records.csv_form')}
      </span>
      <span className="w-40 max-w-full" dir="ltr">
        <Segmented<DecimalSign>
          label={t('records.csv_form')}
          value={decimal}
          onChange={onChange}
          options={[
            { value: '.', label: '1.50' },
            { value: ',', label: '1,50' },
          ]}
        />
      </span>
    </div>
  )
}
