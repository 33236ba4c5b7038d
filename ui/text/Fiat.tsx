import { Suspense } from 'react'
import { lazyExtra } from '../shell/lazy-extra.ts'
import { useBoot } from '../shell/use-boot.ts'

// Loads conversion code only if a currency is selected.
const FiatText = lazyExtra(async () => (await import('./FiatText.tsx')).FiatText)

type FiatProps = {
  /** In USDT; may be negative. null: unknown, renders nothing. undefined: loading. */
  readonly worth: string | null | undefined
  readonly className?: string
}
/** USDT value in the device's selected currency, "≈ €86.95", in reserved space. The page must include `FiatNote`. */
export const Fiat = ({ worth, className = '' }: FiatProps) =>
  worth === null ? null : <Chosen worth={worth ?? ''} className={`block min-h-[1lh] ${className}`} />

/** States the rate's source and time, and that payments never use this currency. Once per page. */
export const FiatNote = ({ className = 'text-ink-3' }: Pick<FiatProps, 'className'>) => (
  <Chosen className={`block min-h-[2lh] text-caption ${className}`} />
)

function Chosen(text: { readonly worth?: string; readonly className: string }) {
  const { fiat, hide } = useBoot()
  return fiat && !hide ? (
    <Suspense fallback={<span className={text.className} />}>
      <FiatText {...text} />
    </Suspense>
  ) : null
}
