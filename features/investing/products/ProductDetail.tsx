import { useEffect, useState } from 'react'
import { rateOf } from '#kit/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { AmountField } from '#ui/AmountField.tsx'
import { AmountText, Num } from '#ui/AmountText.tsx'
import { Button } from '#ui/Button.tsx'
import { Check, Segmented } from '#ui/Choice.tsx'
import { FactGrid, Heading, Note } from '#ui/Facts.tsx'
import { showAmount, showMoment, showPercent } from '#ui/format.ts'
import { Card } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { sayFailure, useText } from '#ui/texts.ts'
import { readAgain, useRead } from '#ui/use-call.ts'
import { getProduct } from '../investing.contract.ts'
import { PairMark } from '../orders/OrderRow.tsx'
import { coinNames, isWholeTyped, type ProductItem, type Quote } from '../orders/order-texts.tsx'
import { ReinvestChoice } from '../orders/ReinvestChoice.tsx'
import { BuySheet } from './BuySheet.tsx'
import { CardLines } from './CardLines.tsx'

type ProductData = OutputOf<typeof getProduct>

/** What an order of the typed amount would be; keeps the last one while the next is on its way. */
function useQuote(productId: number, amount: string, days: number): Quote | null {
  const [asked, setAsked] = useState(amount)
  const [shown, setShown] = useState<Quote | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(amount), 250)
    return () => clearTimeout(timer)
  }, [amount])
  const whole = isWholeTyped(asked)
  const { data } = useRead(getProduct, { productId, days, ...(whole ? { amount: asked } : {}) }, { enabled: whole })
  useEffect(() => {
    if (data) setShown(data.quote)
  }, [data])
  return isWholeTyped(amount) ? shown : null
}

/** What stands against a purchase, in words. */
function useProblem(quote: Quote | null): string | undefined {
  const [text, setText] = useState<string | undefined>()
  const problem = quote?.problem
  useEffect(() => {
    if (problem) void sayFailure(problem.key, problem.params).then(setText)
    else setText(undefined)
  }, [problem])
  return text
}

/** A product: its card, and everything a purchase needs, decided before the password is asked. */
export function ProductDetail({ data: { product, card, firstOfLine } }: { data: ProductData }) {
  const t = useText()
  const [days, setDays] = useState(String(product.periods[0]?.days ?? 1))
  const [amount, setAmount] = useState('')
  const [reinvest, setReinvest] = useState<boolean | undefined>()
  const [read, setRead] = useState(false)
  const [buying, setBuying] = useState(false)
  const quote = useQuote(product.productId, amount, Number.parseInt(days, 10))
  const problem = useProblem(quote)
  const period = product.periods.find((each) => String(each.days) === days)
  const chosen = !product.reinvests || reinvest !== undefined
  const ready = quote !== null && !quote.problem && chosen && read && isWholeTyped(amount)
  return (
    <Screen
      title={t(`line.${product.line}` as 'line.dual')}
      up="/pages/invest/index"
      onRefresh={() => readAgain(getProduct)}
      foot={
        <Button disabled={!ready} onClick={() => setBuying(true)}>
          {isWholeTyped(amount)
            ? t('product.buy_for', { amount: `${showAmount(amount)} ${product.base}` })
            : t('product.buy')}
        </Button>
      }
    >
      <Title product={product} />
      <Card className="p-4">
        <CardLines lines={card.lines} />
      </Card>
      <Heading>{t('product.yours')}</Heading>
      <Segmented
        label={t('product.period')}
        options={product.periods.map((each) => ({
          value: String(each.days),
          label: t('product.days', { days: String(each.days) }),
        }))}
        value={days}
        onChange={setDays}
      />
      {period && <PeriodFacts period={period} product={product} />}
      <AmountField
        label={t('product.amount')}
        value={amount}
        onChange={setAmount}
        coin={product.base}
        error={problem}
        hint={t('product.limits', {
          minimum: `${showAmount(product.minimum)} ${product.base}`,
          maximum: `${showAmount(product.maximumValue)} USDT`,
        })}
      />
      {quote && <QuoteFacts quote={quote} product={product} />}
      {product.reinvests ? (
        <ReinvestChoice value={reinvest} onChange={setReinvest} outcomes={outcomesOf(t, product, quote)} />
      ) : (
        <Note tone="plain">
          {quote ? t('product.at_end', { coins: coinsOf(product, quote) }) : t('product.at_end_general')}
        </Note>
      )}
      {firstOfLine && <Note tone="plain">{t('product.cooling_off')}</Note>}
      <Check checked={read} onChange={setRead}>
        {t('product.accept')}
      </Check>
      {quote && chosen && (
        <BuySheet
          open={buying}
          onClose={() => setBuying(false)}
          product={product}
          order={{
            amount,
            days: Number.parseInt(days, 10),
            card: card.hash,
            ...(product.reinvests && reinvest !== undefined ? { reinvest } : {}),
          }}
          quote={quote}
        />
      )}
    </Screen>
  )
}

function Title({ product }: { product: ProductItem }) {
  const t = useText()
  return (
    <div className="flex items-center gap-4">
      <PairMark base={product.base} side={product.side} size={48} />
      <div className="min-w-0">
        <h2 className="text-title font-semi leading-tight">
          <Num>{coinNames(product)}</Num>
        </h2>
        {product.poolFree !== null && (
          <p className="text-small text-ink-3">
            {t('product.pool_free')}: <AmountText value={product.poolFree} coin={product.base} />
          </p>
        )}
      </div>
    </div>
  )
}

function PeriodFacts({ period, product }: { period: ProductItem['periods'][number]; product: ProductItem }) {
  const t = useText()
  const power = { label: t('product.power_rate'), value: <Num>{showPercent(period.powerPerDay)}</Num> }
  const side = product.side && {
    label: t('product.side_share', { side: product.side }),
    value:
      rateOf(period.sideShare).numerator === 0n ? t('product.no_side') : <Num>{showPercent(period.sideShare)}</Num>,
  }
  const exit = product.exitFee && { label: t('product.exit_fee'), value: <Num>{showPercent(product.exitFee)}</Num> }
  if (product.accrual === 'power') return <FactGrid facts={[power, ...(side ? [side] : []), ...(exit ? [exit] : [])]} />
  return (
    <FactGrid
      facts={[
        { label: t('product.rate'), value: <Num>{showPercent(period.rate)}</Num> },
        { label: t('product.annual'), value: <Num>≈ {showPercent(period.annualRate)}</Num> },
        {
          label: t('product.realised'),
          value: period.realisedRate === null ? t('product.none_ended') : <Num>{showPercent(period.realisedRate)}</Num>,
        },
        ...(side ? [side] : []),
      ]}
    />
  )
}

function QuoteFacts({ quote, product }: { quote: Quote; product: ProductItem }) {
  const t = useText()
  return (
    <FactGrid
      facts={[
        { label: t('quote.base'), value: <AmountText value={quote.base} coin={product.base} /> },
        ...(product.side
          ? [
              { label: t('quote.side'), value: <AmountText value={quote.side} coin={product.side} /> },
              { label: t('quote.side_most'), value: <AmountText value={quote.sideMost} coin={product.side} /> },
            ]
          : []),
        ...(product.accrual === 'fixed'
          ? [{ label: t('quote.interest'), value: <AmountText value={quote.interest} coin={product.base} exact /> }]
          : []),
        { label: t('quote.power'), value: <AmountText value={quote.power} coin="POWER" /> },
        { label: t('quote.starts'), value: showMoment(quote.startsAt) },
        ...(quote.endsAt ? [{ label: t('quote.ends'), value: showMoment(quote.endsAt) }] : []),
      ]}
    />
  )
}

/** What comes back at the end of a term. */
function coinsOf(product: ProductItem, quote: Quote): string {
  const side = product.side && `${showAmount(quote.side)} ${product.side}`
  return [`${showAmount(quote.base)} ${product.base}`, ...(side ? [side] : [])].join(' + ')
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
