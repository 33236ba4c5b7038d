import { Icon } from '../picture/Icon.tsx'
import { useText } from '../text/texts.ts'

type NumberPadProps = {
  readonly onKey: (key: string) => void
  readonly onDelete: () => void
  readonly onDone: () => void
  /** Decimal separator of the locale. */
  readonly point: string
}
const figures = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const keyShape =
  'num grid! min-h-12 place-items-center rounded-control bg-inset text-[1.375rem] font-semi active:bg-line'

/** The same on all phones. Never covers the button. */
export function NumberPad({ onKey, onDelete, onDone, point }: NumberPadProps) {
  const t = useText()
  const press = (act: () => void) => () => {
    navigator.vibrate?.(8)
    act()
  }
  const key = (name: string, more: { readonly label?: string; readonly shape?: string } = {}) => (
    <button
      key={name}
      type="button"
      tabIndex={-1}
      className={`${keyShape} ${more.shape ?? ''}`}
      onClick={press(() => onKey(name))}
      aria-label={more.label}
    >
      {name}
    </button>
  )
  return (
    // Keeps focus on the amount field.
    <fieldset
      className="pad grid grid-cols-[1fr_1fr_1fr_1fr] gap-1.5"
      dir="ltr"
      aria-label={t('pad.label')}
      onPointerDown={(event) => event.preventDefault()}
    >
      {figures.map((figure) => key(figure))}
      {key(point, { label: t('pad.point') })}
      {key('0', { shape: 'col-span-2' })}
      <button
        type="button"
        tabIndex={-1}
        className={`${keyShape} col-start-4 row-span-2 row-start-1`}
        onClick={press(onDelete)}
        aria-label={t('pad.delete')}
      >
        <Icon name="delete" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={`${keyShape} col-start-4 row-span-2 row-start-3 text-accent-ink`}
        onClick={onDone}
        aria-label={t('pad.done')}
      >
        <Icon name="check" />
      </button>
    </fieldset>
  )
}
