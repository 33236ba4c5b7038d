import { type ReactNode, useState } from 'react'
import type { Again } from '#ui/call/use-call.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { Check } from '#ui/form/Choice.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { PurchaseGates } from '../../gates/PurchaseGates.tsx'
import { ProductFrame } from '../detail/ProductFrame.tsx'
import { ProductTerms } from '../detail/ProductTerms.tsx'
import type { ProductData } from './use-quote.tsx'

export type SheetState = { readonly open: boolean; readonly onClose: () => void }

type PurchaseFrameProps = {
  readonly data: ProductData
  readonly button: string
  /** Missing input, in words. */
  readonly missing?: string | undefined
  /** Only the acknowledgment of the card is missing. */
  readonly ready: boolean
  /** The term and the worst case, which the number pad covers on low screens. */
  readonly summary?: string
  /** Set if the quote failed. */
  readonly again: Again | undefined
  readonly children: ReactNode
  readonly sheet: (state: SheetState) => ReactNode
}

export function PurchaseFrame({ data, button, missing, ready, summary, again, children, sheet }: PurchaseFrameProps) {
  const t = useText()
  const [read, setRead] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const why = missing ?? (ready && !read && t('buy.read_terms'))
  return (
    <ProductFrame
      data={data}
      foot={
        <>
          {summary && (
            <p aria-hidden="true" className="pad-summary text-caption text-neg">
              {summary}
            </p>
          )}
          <FormButton disabled={!ready} why={why} again={again} onClick={() => setAsking(true)}>
            {button}
          </FormButton>
        </>
      }
    >
      {children}
      {data.firstOfLine && <Note tone="plain">{t('product.cooling_off')}</Note>}
      <ProductTerms card={data.card} />
      <Check checked={read} onChange={setRead}>
        {t('product.accept')}
      </Check>
      <PurchaseGates open={asking} onClose={close} data={data}>
        {(open) => sheet({ open, onClose: close })}
      </PurchaseGates>
    </ProductFrame>
  )
}
