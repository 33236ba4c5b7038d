import { Link } from '#ui/shell/Link.tsx'
import { showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

export function NamedLine({ line }: { line: number }) {
  const t = useText()
  return (
    <p className="text-small text-ink-3">
      {t('queue.named', { line: showCount(line) })}{' '}
      <Link to="/pages/proof/index" className="font-semi text-accent-ink underline">
        {t('title.proof')}
      </Link>
    </p>
  )
}
