import { Icon } from './Icon.tsx'
import { useText } from './texts.ts'
import { useOnline } from './use-online.ts'

/** Says that there is no network. What is on the screen stays readable. */
export function OfflineBanner() {
  const t = useText()
  if (useOnline()) return null
  return (
    <p
      role="status"
      className="sticky top-0 z-20 flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-small font-medium text-warn"
    >
      <Icon name="warn" size={18} />
      {t('state.offline')}
    </p>
  )
}
