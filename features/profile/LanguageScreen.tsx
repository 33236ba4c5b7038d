import { useState } from 'react'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { toast } from '#ui/show/toasts.ts'
import { changeLanguage, say, useText } from '#ui/text/texts.ts'

export function LanguageScreen() {
  const t = useText()
  const { language } = useBoot()
  const [busy, setBusy] = useState<LanguageTag | undefined>()
  const choose = async (tag: LanguageTag) => {
    setBusy(tag)
    try {
      await changeLanguage(tag)
      toast(say('language.chosen'), 'good')
    } catch {
      toast(say('network.later'), 'bad')
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Screen title={t('title.language')} up="/pages/my/settings">
      <fieldset className="rounded-card bg-surface px-4 py-1 shadow-card" aria-busy={busy !== undefined}>
        <legend className="sr-only">{t('title.language')}</legend>
        <div className="rows">
          {languages.map(({ tag, name, direction }) => (
            <label
              key={tag}
              lang={tag}
              className="flex min-h-14 items-center gap-3 font-semi has-focus-visible:outline-3 has-focus-visible:outline-info"
            >
              <input
                type="radio"
                name="language"
                value={tag}
                checked={tag === (busy ?? language)}
                onChange={() => void choose(tag)}
                className="peer sr-only"
              />
              {/* Rows align with the page; only the name uses its language's direction. */}
              <span className="flex-1">
                <bdi dir={direction}>{name}</bdi>
              </span>
              <span className="invisible text-accent-ink peer-checked:visible">
                <Icon name="check" />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Screen>
  )
}
