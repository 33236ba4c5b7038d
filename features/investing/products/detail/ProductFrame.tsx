import { createContext, type ReactNode, use } from 'react'
import { type Read, readAgain } from '#ui/call/use-call.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { AsOf } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { getProduct, getTerms } from '../../investing.contract.ts'
import type { ProductData } from '../purchase/use-quote.tsx'

type FrameProps = {
  readonly data: Pick<ProductData, 'product'>
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The read whose data age is shown. */
export const ShownRead = createContext<Read<unknown> | undefined>(undefined)

export function ProductFrame({ data, foot, children }: FrameProps) {
  const t = useText()
  return (
    <Screen
      title={t(`line.${data.product.line}`)}
      up="/pages/invest/index"
      onRefresh={() => readAgain(getProduct, getTerms)}
      foot={foot}
    >
      <AsOf read={use(ShownRead)} />
      {children}
    </Screen>
  )
}
