import type { OutputOf } from '#kit/wire/contract.ts'
import { pairRate } from '#market/prices/pair-rate.ts'
import type { exchangeQuote } from '#market/trade/exchange.contract.ts'
import type { Fact } from '#ui/show/Facts.tsx'
import { AmountText, ChangeText, Num } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import type { Say } from '#ui/text/texts.ts'

export type Quote = OutputOf<typeof exchangeQuote>

/** @param own a receipt, which is masked like the user's amounts */
export function figuresOf(t: Say, quote: Omit<Quote, 'exchangeId' | 'value'>, own = false): Fact[] {
  const { give, receive, fee, impact, guideDifference, least } = quote
  const { one, rate, coin } = pairRate(give, receive, quote.rate)
  return [
    {
      label: t('exchange.rate'),
      value: (
        <>
          <Num>1</Num> {one} = <AmountText value={rate} coin={coin} />
        </>
      ),
    },
    { label: t('exchange.fee'), value: <AmountText value={fee} coin={give} exact own={own} /> },
    { label: t('exchange.impact'), value: <Num>{showPercent(impact)}</Num> },
    { label: t('exchange.guide_difference'), value: <ChangeText share={guideDifference} /> },
    { label: t('exchange.least'), value: <AmountText value={least} coin={receive} exact own={own} /> },
  ]
}
