import { Icon } from './Icon.tsx'
import { useText } from './texts.ts'

type NumberPadProps = {
  readonly onKey: (key: string) => void
  readonly onDelete: () => void
  /** Shows a key for the decimals: the sign the language writes before them. */
  readonly point?: string
}
const figures = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const keyShape = 'grid min-h-12 place-items-center rounded-control bg-inset text-[1.375rem] font-semi active:bg-line'

/** Our own keys for amounts and codes: the same on every phone, and never a system keyboard over the button. */
export function NumberPad({ onKey, onDelete, point }: NumberPadProps) {
  const t = useText()
  const press = (act: () => void) => () => {
    navigator.vibrate?.(8)
    act()
  }
  return (
    // Pointer events keep the focus where the figures go.
    <fieldset
      className="grid grid-cols-3 gap-1.5"
      dir="ltr"
      aria-label={t('pad.label')}
      onPointerDown={(event) => event.preventDefault()}
    >
      {figures.map((figure) => (
        <button
          key={figure}
          type="button"
          tabIndex={-1}
          className={`num ${keyShape}`}
          onClick={press(() => onKey(figure))}
        >
          {figure}
        </button>
      ))}
      {point !== undefined ? (
        <button
          type="button"
          tabIndex={-1}
          className={`num ${keyShape}`}
          onClick={press(() => onKey(point))}
          aria-label={t('pad.point')}
        >
          {point}
        </button>
      ) : (
        <span />
      )}
      <button type="button" tabIndex={-1} className={`num ${keyShape}`} onClick={press(() => onKey('0'))}>
        0
      </button>
      <button type="button" tabIndex={-1} className={keyShape} onClick={press(onDelete)} aria-label={t('pad.delete')}>
        <Icon name="delete" />
      </button>
    </fieldset>
  )
}
