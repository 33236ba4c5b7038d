import { languages } from '#locales/registry.ts'
import { Segmented } from '#ui/form/Choice.tsx'
import { changeBoot } from '#ui/shell/boot.ts'
import { OfflineBanner } from '#ui/shell/OfflineBanner.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { Toasts } from '#ui/show/Toasts.tsx'
import { changeLanguage, useText } from '#ui/text/texts.ts'
import { controls } from './controls.tsx'
import { fields } from './fields.tsx'
import { figures } from './figures.tsx'
import { lists } from './lists.tsx'
import type { Part } from './part.ts'
import { frames } from './screen-frames.tsx'
import { sheets } from './sheets.tsx'
import { states } from './states.tsx'

const parts: readonly Part[] = [
  ...controls,
  ...fields,
  ...figures,
  ...lists,
  ...states,
  ...sheets,
  ...frames,
  { name: 'OfflineBanner', states: () => ({ 'at the top of this page': undefined }) },
].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

const themes = (['light', 'dark'] as const).map((value) => ({ value, label: value }))
const gains = (['green', 'red'] as const).map((value) => ({ value, label: value }))
const words = { gallery: 'Gallery', theme: 'Theme', gain: 'Gain', text: 'Text', hide: 'Hide amounts' } as const
const sizes = (['100%', '200%'] as const).map((value) => ({ value, label: value }))

export function Gallery() {
  const t = useText()
  const { language, theme, gain, hide } = useBoot()
  const size = document.documentElement.style.fontSize === '200%' ? '200%' : '100%'
  const resize = (next: string) => {
    document.documentElement.style.fontSize = next
    changeBoot({})
  }
  return (
    <>
      <OfflineBanner />
      <main className="mx-auto grid max-w-[480px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-3 pb-28">
        <h1 className="text-h1 font-semi">{words.gallery}</h1>
        <Segmented
          label={words.theme}
          options={themes}
          value={theme === 'dark' ? 'dark' : 'light'}
          onChange={(next) => changeBoot({ theme: next })}
        />
        <Segmented label={words.gain} options={gains} value={gain} onChange={(next) => changeBoot({ gain: next })} />
        <Segmented label={words.text} options={sizes} value={size} onChange={resize} />
        <Segmented
          label={t('title.language')}
          options={languages.map(({ tag }) => ({ value: tag, label: tag }))}
          value={language}
          onChange={(tag) => void changeLanguage(tag)}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={hide} onChange={() => changeBoot({ hide: !hide })} />
          {words.hide}
        </label>
        {parts.map(({ name, states: shown }) => (
          <section
            key={name}
            aria-label={name}
            className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3"
          >
            <h2 className="text-lead font-semi [overflow-wrap:anywhere]">{name}</h2>
            {Object.entries(shown(t)).map(([state, drawn]) => (
              <div key={state} className="grid grid-cols-[minmax(0,1fr)] gap-1">
                <p className="num text-caption text-ink-3">{state}</p>
                {drawn}
              </div>
            ))}
          </section>
        ))}
      </main>
      <Toasts />
    </>
  )
}
