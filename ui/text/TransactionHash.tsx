import { Icon } from '../picture/Icon.tsx'
import { CodeText } from './AmountText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { useText } from './texts.ts'

/** Renders nothing if the chain has no public explorer. */
export function ExplorerLink({ url }: { url: string }) {
  const t = useText()
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={t('hash.explorer')}
      className="press grid size-11 place-items-center rounded-control"
    >
      <Icon name="open" size={20} />
    </a>
  )
}

export function TransactionHash({ hash, explorerUrl = '' }: { hash: string; explorerUrl?: string }) {
  const t = useText()
  return (
    <>
      <CodeText value={hash} short />
      <CopyButton value={hash} label={t('hash.copy')} />
      <ExplorerLink url={explorerUrl} />
    </>
  )
}
