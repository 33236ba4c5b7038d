import { IconButton } from '#ui/form/Button.tsx'
import { FieldFrame } from '#ui/form/Field.tsx'
import { useText } from '#ui/text/texts.ts'
import { piecesTyped } from './pieces.ts'

type PiecesFieldProps = {
  /** A whole number, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly most: number
}

export function PiecesField({ value, onChange, most }: PiecesFieldProps) {
  const t = useText()
  const count = Number(value || 0)
  const step = (to: number) => onChange(String(Math.min(Math.max(to, 1), most)))
  return (
    <FieldFrame label={t('product.quantity')} hint={t(most === 1 ? 'product.quantity_one' : 'product.quantity_note')}>
      {({ id, describedBy }) => (
        <div className="box flex min-h-13 items-center gap-1 px-1">
          {most > 1 && (
            <IconButton
              icon="minus"
              label={t('product.quantity_less')}
              onPress={() => step(count - 1)}
              className={count <= 1 ? 'text-ink-3' : ''}
            />
          )}
          <input
            id={id}
            value={value}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            role="spinbutton"
            aria-valuenow={count}
            aria-valuemin={1}
            aria-valuemax={most}
            aria-describedby={describedBy}
            readOnly={most === 1}
            onChange={(event) => {
              const typed = piecesTyped(event.target.value, most)
              if (typed !== undefined) onChange(typed)
            }}
            onBlur={() => value === '' && onChange('1')}
            onKeyDown={(event) => {
              const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
              if (by === undefined) return
              event.preventDefault()
              step(count + by)
            }}
            className="num min-w-0 flex-1 bg-transparent py-3 text-center text-[1rem] font-semi"
          />
          {most > 1 && (
            <IconButton
              icon="plus"
              label={t('product.quantity_more')}
              onPress={() => step(count + 1)}
              className={count >= most ? 'text-ink-3' : ''}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}
