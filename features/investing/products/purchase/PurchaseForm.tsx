import type { ReactNode } from 'react'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Fields } from '#ui/draft/drafts.ts'
import { useKeptFields } from '#ui/draft/use-kept-fields.ts'
import { Note } from '#ui/show/Facts.tsx'
import { FiatNote } from '#ui/text/Fiat.tsx'
import { showAmount } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { type BalanceOf, isWholeTyped, type ProductItem, type Quote } from '../../orders/detail/order-texts.tsx'
import { QuotaNote } from '../../reservations/QuotaNote.tsx'
import { ReserveSheet } from '../../reservations/ReserveSheet.tsx'
import { type CertainLoss, certainLoss } from '../../results/certain-loss.ts'
import { isPriced } from '../cards/product-groups.ts'
import { StarNeeded } from '../cards/StarNeeded.tsx'
import { OwnWorst, worstText } from '../detail/OwnWorst.tsx'
import { PricedChoice } from '../detail/PricedChoice.tsx'
import { ProductDetails } from '../detail/ProductDetails.tsx'
import { debitOf } from '../detail/QuoteFacts.tsx'
import { BuySheet } from './BuySheet.tsx'
import { mostFor } from './most-for.ts'
import { OwnAmount } from './OwnAmount.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { PiecesField } from './PiecesField.tsx'
import { PurchaseFrame, type SheetState } from './PurchaseFrame.tsx'
import { PurchaseResult } from './PurchaseResult.tsx'
import { isEqual, partOf, timesAmount } from './pieces.ts'
import { formOfPurchase } from './purchase-draft.ts'
import { SideCoin } from './SideCoin.tsx'
import { type ProductData, useProblem, useQuote } from './use-quote.tsx'
import { type SideExchange, useSideExchange } from './use-side-exchange.tsx'

type PurchaseFormProps = { readonly data: ProductData; readonly balanceOf: BalanceOf; readonly top: ReactNode }

export function PurchaseForm({ data, balanceOf, top }: PurchaseFormProps) {
  const { product, card, market } = data
  const t = useText()
  const priced = isPriced(product)
  const { fields, isKept, change } = useKeptFields<Fields>(formOfPurchase(product), {
    days: String(product.periods[0]?.days ?? 0),
    amount: priced ? product.minimum : '',
    reinvest: '',
    pieces: '1',
  })
  // Terms and prices may have changed since the draft.
  const days = (product.periods.find((each) => String(each.days) === fields.days) ?? product.periods[0])?.days ?? 0
  const amount = priced ? product.minimum : (fields.amount ?? '')
  const isChosen = fields.reinvest && (isWholeTyped(amount) || !isKept('reinvest'))
  const reinvest = isChosen ? fields.reinvest === 'on' : undefined
  const typed = fields.pieces ?? '1'
  const term = days
  const quantity = product.piecesMost === null ? 1 : Number(typed || 0)
  const quoted = useQuote({
    productId: product.productId,
    amount,
    days: term,
    quantity: quantity > 1 ? quantity : undefined,
  })
  const { quote } = quoted
  const problem = useProblem(quoted)
  const period = product.periods.find((each) => each.days === days)
  const chosen = !product.reinvests || reinvest !== undefined
  const total = isWholeTyped(amount) ? timesAmount(amount, quantity) : amount
  /** False while the quote is for another number of pieces. */
  const isCurrent = product.piecesMost === null || (quote !== null && isEqual(quote.base, total))
  const { exchange, isLoading } = useSideExchange(sideWanted(data, { quote, base: total, balanceOf }))
  const isShortOfSide = quote?.problem?.key === 'balance.insufficient' && quote.problem.params.coin === product.side
  const stopped = quote?.problem && !(exchange && isShortOfSide)
  const loss = quote ? certainLoss(quote.ways, product.reinvests ? (reinvest ?? true) : undefined) : undefined
  const missing = !isWholeTyped(amount)
    ? t('buy.type_amount')
    : quantity === 0
      ? t('buy.type_quantity')
      : stopped
        ? !priced && isAboutAmount(quote)
          ? t('buy.check_amount')
          : problem
        : chosen
          ? undefined
          : t('buy.choose_end')
  const button = quote?.reservation
    ? t('reserve.button', { amount: `${showAmount(quote.reservation.prepaid)} ${product.base}` })
    : isWholeTyped(amount)
      ? buyText(t, product, { amount: total, quote, loss, exchange })
      : t('product.buy')
  const sheet = (state: SheetState) => {
    if (!quote || !chosen) return null
    const common = { ...state, product, quote, action: button }
    return quote.reservation && reinvest !== undefined ? (
      <ReserveSheet
        {...common}
        have={product.side ? balanceOf(product.side) : undefined}
        order={{ amount, days: term, reinvest, card: card.hash }}
        offer={quote.reservation}
      />
    ) : (
      <BuySheet
        {...common}
        exchange={exchange}
        order={{
          amount,
          card: card.hash,
          ...(quantity > 1 ? { quantity } : {}),
          ...(term > 0 ? { days: term } : {}),
          ...(product.reinvests && reinvest !== undefined ? { reinvest } : {}),
        }}
      />
    )
  }
  return (
    <PurchaseFrame
      data={data}
      ready={quote !== null && !stopped && chosen && isWholeTyped(amount) && quantity > 0 && isCurrent}
      button={button}
      missing={missing}
      summary={[
        ...(days > 0 ? [t('product.days', { days: String(days) })] : []),
        worstText({ product, period, quote }, t),
      ].join(' · ')}
      again={quoted.again}
      sheet={sheet}
    >
      {top}
      <PeriodChoice product={product} value={String(days)} onChange={(next) => change({ days: next })} />
      <OwnWorst product={product} period={period} quote={quote} brief />
      {priced ? (
        <PricedChoice product={product} models={data.siblings} />
      ) : (
        <OwnAmount
          product={product}
          value={amount}
          onChange={(next) =>
            change({ amount: next, ...(isKept('amount') && isKept('reinvest') ? { reinvest: '' } : {}) })
          }
          kept={isKept('amount')}
          problem={(stopped && isAboutAmount(quote)) || !quote ? problem : undefined}
          own={partOf(mostFor(product, period, balanceOf), quantity)}
          label={product.piecesMost !== null && quantity > 1 ? t('product.quantity_each') : undefined}
          have={balanceOf(product.base)}
          ownLabel={t('product.balance')}
        />
      )}
      {product.piecesMost !== null && (
        <PiecesField value={typed} onChange={(next) => change({ pieces: next })} most={product.piecesMost} />
      )}
      <PurchaseResult
        product={product}
        quote={quote}
        term={term}
        reinvest={reinvest}
        onReinvest={(next) => change({ reinvest: next ? 'on' : 'off' })}
        onTerm={(next) => change({ days: next })}
        loses={loss !== undefined}
      />
      {priced && problem && stopped && (
        <Note tone="warn">
          {problem}
          {isAboutStar(quote) && <StarNeeded />}
        </Note>
      )}
      {quote && product.side && (
        <SideCoin
          side={product.side}
          need={quote.sideMost}
          have={balanceOf(product.side)}
          exchange={exchange}
          isLoading={isLoading}
        />
      )}
      <QuotaNote product={product} />
      {quote && <FiatNote />}
      <ProductDetails
        product={product}
        period={period}
        market={market}
        quote={quote}
        pieces={isCurrent && quantity > 1 ? { quantity, amount } : undefined}
      />
    </PurchaseFrame>
  )
}

type Bought = {
  readonly amount: string
  readonly quote: Quote | null
  readonly loss: CertainLoss | undefined
  readonly exchange: SideExchange | undefined
}

/** `lack`: missing second coin. `spare`: USDT left to exchange after the order. */
function sideWanted(
  { product }: ProductData,
  { quote, base, balanceOf }: { quote: Quote | null; base: string; balanceOf: BalanceOf },
) {
  const have = product.side ? balanceOf(product.side) : undefined
  const need = quote && !quote.reservation && have !== undefined ? (parseUnits(quote.sideMost) ?? 0n) : 0n
  const usdt = parseUnits(balanceOf('USDT') ?? '0') ?? 0n
  const spare = product.base === 'USDT' ? usdt - (parseUnits(base) ?? 0n) : usdt
  return { side: product.side, lack: need - (parseUnits(have ?? '0') ?? 0n), spare }
}

/** The certain loss, or all coins with their total value. */
function buyText(t: Say, product: ProductItem, { amount, quote, loss, exchange }: Bought): string {
  if (exchange) {
    const given = `${showAmount(exchange.amount)} ${exchange.give}`
    return loss?.is === 'lost'
      ? t('buy.exchange_lose', { amount: given, loss: `${showLoss(loss)} ${loss.coin}` })
      : t('buy.exchange_and_buy', { amount: given })
  }
  if (loss?.is === 'lost') return t('product.buy_lose', { loss: `${showLoss(loss)} ${loss.coin}` })
  const base = `${showAmount(amount)} ${product.base}`
  if (loss) return t('product.buy_spent', { amount: base })
  const debit = quote && debitOf(product, quote)
  return debit
    ? t('order.total_worth', { amount: debit.coins, worth: debit.worth })
    : t('product.buy_for', { amount: base })
}

/** Rounds away from 0, without sign. */
const showLoss = ({ amount }: CertainLoss): string => showAmount(`-${amount}`, { worth: true }).replace(/^\P{Nd}+/u, '')

/** True if the amount field shows the problem. */
const isAboutAmount = (quote: Quote | null): boolean =>
  /^balance\.|^invest\.(minimum|maximum|pool_closed|quota_|wallet_quota)/.test(quote?.problem?.key ?? '')

const isAboutStar = (quote: Quote | null): boolean =>
  quote?.problem?.key === 'invest.star_needed' || quote?.problem?.key === 'invest.node_level_wrong'
