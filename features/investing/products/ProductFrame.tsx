import type { ReactNode } from 'react'
import { Screen } from '#ui/Screen.tsx'
import { useText } from '#ui/texts.ts'
import { readAgain } from '#ui/use-call.ts'
import { getProduct, getTerms } from '../investing.contract.ts'
import type { ProductData } from './use-quote.tsx'

type FrameProps = {
  readonly data: Pick<ProductData, 'product'>
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The screen around a product. */
export function ProductFrame({ data, foot, children }: FrameProps) {
  const t = useText()
  return (
    <Screen
      title={t(`line.${data.product.line}`)}
      up="/pages/invest/index"
      onRefresh={() => readAgain(getProduct, getTerms)}
      foot={foot}
    >
      {children}
    </Screen>
  )
}
