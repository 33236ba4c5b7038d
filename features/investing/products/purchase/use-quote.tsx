import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Again, askAgain, useRead } from '#ui/call/use-call.ts'
import { useFailureText } from '#ui/call/use-failure-text.ts'
import { sayFailure } from '#ui/text/texts.ts'
import { getProduct } from '../../investing.contract.ts'
import { isWholeTyped, type Quote } from '../../orders/detail/order-texts.tsx'

export type ProductData = OutputOf<typeof getProduct>
type Asked = {
  readonly productId: number
  readonly amount: string
  readonly days: number
  readonly quantity?: number | undefined
}

type Quoted = {
  readonly quote: Quote | null
  readonly failure: Error | null
  /** Retries a failed request. */
  readonly again?: Again | undefined
}

/** Keeps the last quote while loading. */
export function useQuote({ productId, amount, days, quantity }: Asked): Quoted {
  const [asked, setAsked] = useState(amount)
  const [pieces, setPieces] = useState(quantity)
  const [shown, setShown] = useState<Quote | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(amount)
      setPieces(quantity)
    }, 250)
    return () => clearTimeout(timer)
  }, [amount, quantity])
  const whole = isWholeTyped(asked)
  const read = useRead(
    getProduct,
    {
      productId,
      ...(days > 0 ? { days } : {}),
      ...(whole ? { amount: asked } : {}),
      ...(pieces ? { quantity: pieces } : {}),
    },
    { enabled: whole },
  )
  const { data } = read
  const failure = data === undefined ? read.error : null
  useEffect(() => {
    if (data) setShown(data.quote)
    else if (failure) setShown(null)
  }, [data, failure])
  return isWholeTyped(amount)
    ? { quote: shown, failure, again: failure ? askAgain(read) : undefined }
    : { quote: null, failure: null }
}

export function useProblem({ quote, failure }: Quoted): string | undefined {
  const failed = useFailureText(failure)
  const [text, setText] = useState<string | undefined>()
  const problem = quote?.problem
  useEffect(() => {
    if (problem) void sayFailure(problem.key, problem.params).then(setText)
    else setText(undefined)
  }, [problem])
  return text ?? failed
}
