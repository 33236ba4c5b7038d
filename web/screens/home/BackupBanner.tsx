import { Icon } from '#ui/picture/Icon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { useText } from '#ui/text/texts.ts'

export function BackupBanner() {
  const t = useText()
  return (
    <Link
      to="/pages/back/index"
      className="press flex min-h-11 items-center gap-3 rounded-control bg-warn-soft px-4 py-3 text-small font-medium text-warn"
    >
      <Icon name="key" size={22} />
      <span className="flex-1">{t('backup.banner')}</span>
      <Icon name="next" size={18} />
    </Link>
  )
}
