import { type ReactNode, useState } from 'react'
import { AmountField } from '#ui/AmountField.tsx'
import { AmountText } from '#ui/AmountText.tsx'
import { Button } from '#ui/Button.tsx'
import { Check } from '#ui/Choice.tsx'
import { Heading, Note } from '#ui/Facts.tsx'
import { showAmount } from '#ui/format.ts'
import { Link } from '#ui/Link.tsx'
import { useText } from '#ui/texts.ts'
import { PurchaseGates } from '../gates/PurchaseGates.tsx'
import { type BalanceOf, isWholeTyped, type ProductItem, type Quote } from '../orders/order-texts.tsx'
import { ReinvestChoice } from '../orders/ReinvestChoice.tsx'
import { QuotaNote } from '../reservations/QuotaNote.tsx'
import { ReserveSheet } from '../reservations/ReserveSheet.tsx'
import { BuySheet } from './BuySheet.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { PricedChoice } from './PricedChoice.tsx'
import { ProductFigures } from './ProductFigures.tsx'
import { ProductFrame } from './ProductFrame.tsx'
import { isPriced } from './product-groups.ts'
import { coinsOf, QuoteFacts } from './QuoteFacts.tsx'
import { type ProductData, useProblem, useQuote } from './use-quote.tsx'

type PurchaseFormProps = { readonly data: ProductData; readonly balanceOf: BalanceOf; readonly top: ReactNode }

/** One's own order of a product: term, amount, what happens at its end, and the word that the card was read. */
export function PurchaseForm({ data, balanceOf, top }: PurchaseFormProps) {
  const { product, card, firstOfLine, market } = data
  const t = useText()
  const [days, setDays] = useState(String(product.periods[0]?.days ?? 0))
  const priced = isPriced(product)
  const [amount, setAmount] = useState(priced ? product.minimum : '')
  const [reinvest, setReinvest] = useState<boolean | undefined>()
  const [read, setRead] = useState(false)
  const [buying, setBuying] = useState(false)
  const term = Number.parseInt(days, 10)
  const quoted = useQuote({ productId: product.productId, amount, days: term })
  const { quote } = quoted
  const problem = useProblem(quoted)
  const period = product.periods.find((each) => String(each.days) === days)
  const chosen = !product.reinvests || reinvest !== undefined
  const ready = quote !== null && !quote.problem && chosen && read && isWholeTyped(amount)
  return (
    <ProductFrame
      data={data}
      foot={
        <Button disabled={!ready} onClick={() => setBuying(true)}>
          {quote?.reservation
            ? t('reserve.button', { amount: `${showAmount(quote.reservation.prepaid)} ${product.base}` })
            : isWholeTyped(amount)
              ? t('product.buy_for', { amount: `${showAmount(amount)} ${product.base}` })
              : t('product.buy')}
        </Button>
      }
    >
      {top}
      <Heading>{t(priced ? 'product.choose' : 'product.yours')}</Heading>
      <PeriodChoice product={product} value={days} onChange={setDays} />
      {period && <ProductFigures product={product} period={period} market={market} />}
      <QuotaNote product={product} />
      {priced ? (
        <>
          <PricedChoice product={product} />
          {problem && (
            <Note tone="warn">
              {problem}
              {isAboutStar(quote) && <StarNeeded />}
            </Note>
          )}
        </>
      ) : (
        <Amount product={product} value={amount} onChange={setAmount} problem={problem} balanceOf={balanceOf} />
      )}
      {quote && <QuoteFacts quote={quote} product={product} />}
      {product.reinvests ? (
        <ReinvestChoice value={reinvest} onChange={setReinvest} outcomes={outcomesOf(t, product, quote)} />
      ) : (
        <AtEnd product={product} quote={quote} />
      )}
      {firstOfLine && <Note tone="plain">{t('product.cooling_off')}</Note>}
      <Check checked={read} onChange={setRead}>
        {t('product.accept')}
      </Check>
      <PurchaseGates open={buying} onClose={() => setBuying(false)} data={data}>
        {(open) =>
          quote &&
          chosen &&
          (quote.reservation && reinvest !== undefined ? (
            <ReserveSheet
              open={open}
              onClose={() => setBuying(false)}
              product={product}
              order={{ amount, days: term, reinvest, card: card.hash }}
              offer={quote.reservation}
              lines={card.lines}
            />
          ) : (
            <BuySheet
              open={open}
              onClose={() => setBuying(false)}
              product={product}
              order={{
                amount,
                card: card.hash,
                ...(term > 0 ? { days: term } : {}),
                ...(product.reinvests && reinvest !== undefined ? { reinvest } : {}),
              }}
              quote={quote}
              lines={card.lines}
            />
          ))
        }
      </PurchaseGates>
    </ProductFrame>
  )
}

/** Stars are what is missing: where they come from, in one tap. */
const isAboutStar = (quote: Quote | null): boolean =>
  quote?.problem?.key === 'invest.star_needed' || quote?.problem?.key === 'invest.node_level_wrong'

function StarNeeded() {
  const t = useText()
  return (
    <span className="mt-1 block font-normal">
      {t('product.star_how')}{' '}
      <Link to="/pages/profit/community" className="-my-3 inline-block py-3 font-semi underline">
        {t('product.star_link')}
      </Link>
    </span>
  )
}

type AmountProps = {
  readonly product: ProductItem
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
  readonly balanceOf: BalanceOf
}

function Amount({ product, value, onChange, problem, balanceOf }: AmountProps) {
  const t = useText()
  const balance = balanceOf(product.base)
  return (
    <AmountField
      label={t('product.amount')}
      value={value}
      onChange={onChange}
      coin={product.base}
      error={problem}
      all={balance}
      aside={
        balance !== undefined && (
          <span className="text-small text-ink-2">
            {t('product.balance')} <AmountText value={balance} coin={product.base} own className="font-semi" />
          </span>
        )
      }
      hint={t('product.limits', {
        minimum: `${showAmount(product.minimum)} ${product.base}`,
        maximum: `${showAmount(product.maximumValue)} USDT`,
      })}
    />
  )
}

/** What becomes of the coins when the order is over, where its holder has nothing to choose. */
function AtEnd({ product, quote }: { product: ProductItem; quote: Quote | null }) {
  const t = useText()
  if (product.accrual === 'power')
    return (
      <Note tone="plain">
        {quote ? t('product.at_end', { coins: coinsOf(product, quote) }) : t('product.at_end_general')}
      </Note>
    )
  return <Note tone="plain">{t(`product.end.${product.line}` as 'product.end.compound')}</Note>
}

function outcomesOf(t: ReturnType<typeof useText>, product: ProductItem, quote: Quote | null) {
  const sideCoin = product.side ?? ''
  if (!quote) return { on: t('reinvest.on_general'), off: t('reinvest.off_general', { side: sideCoin }) }
  const values = {
    base: `${showAmount(quote.base)} ${product.base}`,
    interest: `${showAmount(quote.interest, { exact: true })} ${product.base}`,
  }
  return {
    on: t('reinvest.on_brings', values),
    off: t('reinvest.off_brings', {
      ...values,
      side: `${showAmount(quote.side)} ${sideCoin}`,
      power: showAmount(quote.sidePower),
    }),
  }
}
