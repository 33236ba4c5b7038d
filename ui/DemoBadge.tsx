import { useText } from './texts.ts'

/**
 * Demo banner at the top (demo.css). Always rendered but visible only in a demo, because the page shells (web/BootShell.tsx) reserve no
 * space for it.
 */
export function DemoBadge() {
  const t = useText()
  return (
    <section aria-label={t('demo.why')} className="demo-only demo-mark">
      <span>{t('demo.mark')}</span>
    </section>
  )
}
