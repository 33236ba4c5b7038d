import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import type { Rules } from './rules.ts'

export function NotHere({ state }: { state: Exclude<Rules['state'], 'on'> }) {
  const t = useText()
  if (state === 'off') return <Note>{t('otc.off')}</Note>
  return (
    <Card className="grid gap-4 p-4">
      <p className="text-ink-2">{t('otc.region')}</p>
      <ButtonLink to="/pages/otc/index">{t('otc.region_button')}</ButtonLink>
    </Card>
  )
}
