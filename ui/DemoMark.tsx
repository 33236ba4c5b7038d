import { useText } from './texts.ts'

/**
 * Says on every screen that this is a demo: a thin line on top of the window (demo.css). It is always drawn and seen only in a demo, because the
 * shells in the page (web/BootShell.tsx) have no place for it.
 */
export function DemoMark() {
  const t = useText()
  return (
    <section aria-label={t('demo.why')} className="demo-only demo-mark">
      <span>{t('demo.mark')}</span>
    </section>
  )
}
