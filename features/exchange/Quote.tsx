import { useEffect, useState } from 'react'
import { exchangeQuote } from '#market/trade/exchange.contract.ts'
import { askAgain, useRead } from '#ui/call/use-call.ts'
import { useFailureText } from '#ui/call/use-failure-text.ts'
import { Facts } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showSecond } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { figuresOf, type Quote } from './trade-figures.tsx'

export type { Quote }

type Asked = { readonly exchangeId: number; readonly direction: 'buy' | 'sell'; readonly amount: string }

const restMs = 350
/** Refresh interval. */
const everyMs = 10_000

/** Debounced. `undefined` while loading or without input. */
export function useQuote({ exchangeId, direction, amount }: Asked) {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(amount), restMs)
    return () => clearTimeout(timer)
  }, [amount])
  const isAsked = /[1-9]/.test(rested) && rested === amount
  const read = useRead(exchangeQuote, { exchangeId, direction, amount: rested }, { enabled: isAsked, everyMs })
  const failure = useFailureText(isAsked ? read.error : null)
  return { quote: isAsked && !read.error ? read.data : undefined, failure, again: isAsked ? askAgain(read) : undefined }
}

export function QuoteFacts({ quote, receive }: { quote: Quote | undefined; receive: string }) {
  const t = useText()
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-small text-ink-2">{t('exchange.receive')}</span>
        <span className="text-end text-lead font-bold" aria-live="polite">
          <AmountText value={quote?.received} coin={receive} exact about={quote !== undefined} />
        </span>
      </div>
      {quote && (
        <Facts facts={[...figuresOf(t, quote), { label: t('exchange.quoted'), value: showSecond(quote.at) }]} />
      )}
    </div>
  )
}
