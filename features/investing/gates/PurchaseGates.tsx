import { lazy, type ReactNode, Suspense } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { getProduct } from '../investing.contract.ts'

const RegionSheet = lazy(async () => ({ default: (await import('./RegionSheet.tsx')).RegionSheet }))
const QuizSheet = lazy(async () => ({ default: (await import('./QuizSheet.tsx')).QuizSheet }))

type PurchaseGatesProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly data: OutputOf<typeof getProduct>
  readonly children: (open: boolean) => ReactNode
}

export function PurchaseGates({ open, onClose, data, children }: PurchaseGatesProps) {
  const { gates, product } = data
  const asks = gates.offered !== 'on' ? 'region' : gates.quizPassed ? undefined : 'quiz'
  return (
    <>
      {open && asks && (
        <Suspense>
          {asks === 'region' ? (
            <RegionSheet open onClose={onClose} off={gates.offered === 'off' ? gates.region : null} />
          ) : (
            <QuizSheet open onClose={onClose} line={product.line} terms={data.card.lines} />
          )}
        </Suspense>
      )}
      {children(open && !asks)}
    </>
  )
}
