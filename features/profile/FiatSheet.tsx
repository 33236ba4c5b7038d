import { type Fiat, fiatNames } from '#kit/amount/fiats.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { changeBoot } from '#ui/shell/boot.ts'
import { useBoot } from '#ui/shell/use-boot.ts'
import { FiatNote } from '#ui/text/Fiat.tsx'
import { useText } from '#ui/text/texts.ts'

const choices: readonly (Fiat | '')[] = ['', ...fiatNames]

/** Changes only the display, on this device. */
export function FiatSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { fiat, language } = useBoot()
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <Sheet open title={t('my.fiat')} onClose={onClose}>
      <p className="text-small text-ink-2">{t('my.fiat_about')}</p>
      <FiatNote className="mt-2 text-ink-3" />
      <fieldset className="mt-2">
        <legend className="sr-only">{t('my.fiat')}</legend>
        <div className="rows">
          {choices.map((choice) => (
            <label
              key={choice}
              className="flex min-h-12 items-center gap-3 has-focus-visible:outline-3 has-focus-visible:outline-info"
            >
              <input
                type="radio"
                name="fiat"
                value={choice}
                checked={choice === fiat}
                onChange={() => changeBoot({ fiat: choice })}
                className="peer sr-only"
              />
              <span className="num w-12 font-semi">{choice || 'USDT'}</span>
              <span className="min-w-0 flex-1 text-ink-2">{choice ? names.of(choice) : t('my.fiat_none')}</span>
              <span className="invisible text-accent-ink peer-checked:visible">
                <Icon name="check" />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Sheet>
  )
}
