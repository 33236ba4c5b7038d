import type { OutputOf } from '#kit/wire/contract.ts'
import type { exchangeQuote } from '#market/exchange.contract.ts'
import { pairRate } from '#market/pair-rate.ts'
import { AmountText, ChangeText, Num } from '#ui/AmountText.tsx'
import type { Fact } from '#ui/Facts.tsx'
import { showPercent } from '#ui/format.ts'
import type { Say } from '#ui/texts.ts'

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
