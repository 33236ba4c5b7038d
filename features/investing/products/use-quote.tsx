import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { sayFailure } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { getProduct } from '../investing.contract.ts'
import { isWholeTyped, type Quote } from '../orders/order-texts.tsx'

export type ProductData = OutputOf<typeof getProduct>
type Asked = { readonly productId: number; readonly amount: string; readonly days: number }

/** What an order of the typed amount would be; keeps the last one while the next is on its way. */
export function useQuote({ productId, amount, days }: Asked): Quote | null {
  const [asked, setAsked] = useState(amount)
  const [shown, setShown] = useState<Quote | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(amount), 250)
    return () => clearTimeout(timer)
  }, [amount])
  const whole = isWholeTyped(asked)
  const { data } = useRead(
    getProduct,
    { productId, ...(days > 0 ? { days } : {}), ...(whole ? { amount: asked } : {}) },
    { enabled: whole },
  )
  useEffect(() => {
    if (data) setShown(data.quote)
  }, [data])
  return isWholeTyped(amount) ? shown : null
}

/** What stands against a purchase, in words. */
export function useProblem(quote: Quote | null): string | undefined {
  const [text, setText] = useState<string | undefined>()
  const problem = quote?.problem
  useEffect(() => {
    if (problem) void sayFailure(problem.key, problem.params).then(setText)
    else setText(undefined)
  }, [problem])
  return text
}
