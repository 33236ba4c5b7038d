import { Suspense } from 'react'
import { lazyExtra } from './lazy-extra.ts'
import { useBoot } from './use-boot.ts'

// Only who chose a currency fetches what converts and formats.
const FiatText = lazyExtra(async () => (await import('./FiatText.tsx')).FiatText)

type FiatProps = {
  /** In USDT, decimal text, below 0 for a loss. null: nobody knows it, and nothing stands there. undefined: it is still to come. */
  readonly worth: string | null | undefined
  readonly className?: string
}
/**
 * Under a worth in USDT: the same in the currency chosen on this device, "≈ €86.95", on a line that is kept free for it. Its page says
 * whose rates these are (`FiatNote`).
 */
export const Fiat = ({ worth, className = '' }: FiatProps) =>
  worth === null ? null : <Chosen worth={worth ?? ''} className={`block min-h-[1lh] ${className}`} />

/** Once on a page that shows worths in another currency: whose rates these are, of when, and that nothing is paid in it. */
export const FiatNote = ({ className = 'text-ink-3' }: Pick<FiatProps, 'className'>) => (
  <Chosen className={`block min-h-[2lh] text-caption ${className}`} />
)

/** Nothing unless a currency is chosen on this device and amounts are not covered. */
function Chosen(text: { readonly worth?: string; readonly className: string }) {
  const { fiat, hide } = useBoot()
  return fiat && !hide ? (
    <Suspense fallback={<span className={text.className} />}>
      <FiatText {...text} />
    </Suspense>
  ) : null
}
