import { Icon } from '#ui/picture/Icon.tsx'
import { useText } from '#ui/text/texts.ts'
import verifierUrl from '../../docs/proof/verify.mjs?url'
import pythonUrl from '../../docs/proof/verify.py?url'
import reservesUrl from '../../docs/proof/verify-reserves.mjs?url'
import formatUrl from '../../docs/proof-format.md?url'

const files = [
  { name: 'verify.mjs', url: verifierUrl, text: 'proof.file_node' },
  { name: 'verify.py', url: pythonUrl, text: 'proof.file_python' },
  { name: 'verify-reserves.mjs', url: reservesUrl, text: 'proof.file_reserves' },
  { name: 'proof-format.md', url: formatUrl, text: 'proof.file_format' },
] as const

export function ProofFiles() {
  const t = useText()
  return (
    <ul className="rows rounded-card bg-surface px-4 py-1 shadow-card" aria-label={t('proof.files')}>
      {files.map(({ name, url, text }) => (
        <li key={name}>
          <a href={url} download={name} className="flex min-h-14 items-center gap-3 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block font-semi leading-snug">
                <bdi dir="ltr">{name}</bdi>
              </span>
              <span className="block text-small text-ink-3">{t(text)}</span>
            </span>
            <span className="text-ink-3">
              <Icon name="down" size={20} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
