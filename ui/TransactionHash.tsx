import { CodeText } from './AmountText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import { useText } from './texts.ts'

/** The way to a transaction at the chain's public explorer. Nothing where the chain has none. */
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

/** A transaction's hash, both ends of it: to compare, to copy, and to look up where the chain has a public explorer. */
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
