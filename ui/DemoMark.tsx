import { useText } from './texts.ts'

/**
 * Says on every screen that this is a demo. It is always drawn and seen only in a demo (demo.css), in a margin where nothing else stands: the shells
 * in the page (web/BootShell.tsx) have no place for it, and nothing moves when it comes with the app.
 */
export function DemoMark() {
  const t = useText()
  return (
    <section aria-label={t('demo.why')} title={t('demo.why')} className="demo-only demo-mark">
      <span>{t('demo.mark')}</span>
    </section>
  )
}
