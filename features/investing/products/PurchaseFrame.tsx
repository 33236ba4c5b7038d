import { type ReactNode, useState } from 'react'
import { FormButton } from '#ui/Button.tsx'
import { Check } from '#ui/Choice.tsx'
import { Note } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import type { Again } from '#ui/use-call.ts'
import { PurchaseGates } from '../gates/PurchaseGates.tsx'
import { ProductFrame } from './ProductFrame.tsx'
import { ProductTerms } from './ProductTerms.tsx'
import type { ProductData } from './use-quote.tsx'

/** What a form before the password is given. */
export type SheetState = { readonly open: boolean; readonly onClose: () => void }

type PurchaseFrameProps = {
  readonly data: ProductData
  /** What the button says. */
  readonly button: string
  /** What is still missing before that, in words. */
  readonly missing?: string | undefined
  /** Everything is decided but the word that the card was read. */
  readonly ready: boolean
  /** The figures of what was typed did not come. */
  readonly again: Again | undefined
  readonly children: ReactNode
  /** The last look, with the password. */
  readonly sheet: (state: SheetState) => ReactNode
}

/** Around what is chosen of a product: when a first order starts, the word that the card was read, the button, and what is asked before. */
export function PurchaseFrame({ data, button, missing, ready, again, children, sheet }: PurchaseFrameProps) {
  const t = useText()
  const [read, setRead] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const why = missing ?? (ready && !read && t('buy.read_terms'))
  return (
    <ProductFrame
      data={data}
      foot={
        <FormButton disabled={!ready} why={why} again={again} onClick={() => setAsking(true)}>
          {button}
        </FormButton>
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
