import { useText } from '../text/texts.ts'

/**
 * Demo banner, fixed at the top (demo.css), because the page shells (web/failing/BootShell.tsx) reserve no space for it. Always rendered but
 * visible only in a demo.
 */
export function DemoBadge() {
  const t = useText()
  return (
    <section aria-label={t('demo.why')} className="demo-only demo-mark">
      <span>{t('demo.mark')}</span>
    </section>
  )
}
