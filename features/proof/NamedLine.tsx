import { showCount } from '#ui/format.ts'
import { Link } from '#ui/Link.tsx'
import { useText } from '#ui/texts.ts'

/** Which line of a log the latest signed statement names, beside a log that was checked against it. */
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
