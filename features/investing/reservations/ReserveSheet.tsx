import { parseUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useSend } from '#ui/call/use-send.ts'
import { dropDraft } from '#ui/draft/use-kept-fields.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Facts, Note } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { isAbove, showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { getProduct } from '../investing.contract.ts'
import { OwnWorst } from '../products/detail/OwnWorst.tsx'
import { ReinvestMeans } from '../products/detail/ReinvestMeans.tsx'
import { formOfPurchase } from '../products/purchase/purchase-draft.ts'
import { quotedOutcomes } from '../products/purchase/reinvest-outcomes.tsx'
import { reserveOrder } from './reservations.contract.ts'

type Data = OutputOf<typeof getProduct>
type ReserveSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly product: Data['product']
  readonly order: {
    readonly amount: string
    readonly days: number
    readonly reinvest: boolean
    readonly card: string
  }
  readonly quote: NonNullable<Data['quote']>
  readonly offer: NonNullable<NonNullable<Data['quote']>['reservation']>
  /** Balance of the side coin; undefined if unknown. */
  readonly have: string | undefined
  /** Includes the sum. */
  readonly action: string
}

const lacks = (need: string, have: string): boolean => (parseUnits(need) ?? 0n) > (parseUnits(have) ?? 0n)

export function ReserveSheet({ open, onClose, product, order, quote, offer, have, action }: ReserveSheetProps) {
  const t = useText()
  const send = useSend(t('reserve.title'))
  const { side } = product
  const reserve = async () => {
    await send(reserveOrder, { productId: product.productId, ...order })
    dropDraft(formOfPurchase(product))
    toast(t('reserve.done'))
    go('/pages/invest/logs', { type: 'reservation' }, { replace: true })
    return undefined
  }
  return (
    <PasswordSheet open={open} onClose={onClose} title={t('reserve.title')} action={action} onConfirm={reserve}>
      <OwnWorst product={product} period={undefined} quote={quote} />
      <Facts
        facts={[
          { label: t('reserve.total'), value: <AmountText value={order.amount} coin={product.base} /> },
          {
            label: t('reserve.prepaid'),
            value: <AmountText value={offer.prepaid} coin={product.base} exact />,
            strong: true,
          },
          ...(side && isAbove(quote.sideMost)
            ? [{ label: t('reserve.side_later'), value: <AmountText value={quote.sideMost} coin={side} /> }]
            : []),
          { label: t('reserve.credit'), value: <AmountText value={offer.credit} coin="CREDIT" /> },
          { label: t('reserve.ahead'), value: <Num>{String(offer.ahead)}</Num> },
          { label: t('product.period'), value: t('product.days', { days: String(order.days) }) },
        ]}
      />
      {side && have !== undefined && lacks(quote.sideMost, have) && (
        <Note tone="neg">
          {t('reserve.side_lacking', {
            need: `${showAmount(quote.sideMost)} ${side}`,
            have: `${showAmount(have)} ${side}`,
          })}
        </Note>
      )}
      <ReinvestMeans reinvest={order.reinvest} outcomes={quotedOutcomes(t, product, quote)} />
      <Note tone="plain">{t('reserve.note')}</Note>
    </PasswordSheet>
  )
}
