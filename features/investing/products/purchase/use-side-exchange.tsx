import { useEffect, useState } from 'react'
import { needsCode } from '#identity/passwords/without-code.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { exchangeCodeRule, exchangePairs, exchangeQuote } from '#market/trade/exchange.contract.ts'
import { directionAt, giveFor, pairAt, scaleGive } from '#market/trade/exchange-start.ts'
import { useRead } from '#ui/call/use-call.ts'

/** Exchange that buys the missing second coin of a purchase. Amounts are decimal strings. */
export type SideExchange = {
  readonly exchangeId: number
  readonly direction: 'buy' | 'sell'
  readonly give: string
  readonly amount: string
  readonly receive: string
  readonly received: string
  readonly least: string
  readonly needsCode: boolean
}

type Wanted = {
  /** null: the product has no second coin. */
  readonly side: string | null
  /** Missing amount of the second coin, in 10⁻⁸ units. */
  readonly lack: bigint
  /** Spendable USDT, in 10⁻⁸ units. */
  readonly spare: bigint
}

const everyMs = 30_000

const isPairOf = ({ base, quoted }: { base: string; quoted: string }, one: string, other: string): boolean =>
  (base === one && quoted === other) || (base === other && quoted === one)

/**
 * The exchange of USDT that buys the missing coin at the current price. @returns no `exchange` if there is none, its price is loading, or
 * the wallet cannot pay it
 */
export function useSideExchange({ side, lack, spare }: Wanted): {
  readonly exchange?: SideExchange
  readonly isLoading: boolean
} {
  const isLacking = side !== null && lack > 0n
  const pairsRead = useRead(exchangePairs, {}, { enabled: isLacking, everyMs })
  const rules = pairsRead.data
  const codeRule = useRead(exchangeCodeRule, {}, { enabled: isLacking }).data
  const start = { give: 'USDT', receive: side ?? '' }
  const pair = rules && isLacking ? pairAt(rules.items, start) : undefined
  const fits = pair?.open && isPairOf(pair, 'USDT', side ?? '')
  const direction = pair && fits ? directionAt(pair, start) : 'buy'
  const need = showUnits(lack)
  const first = rules && pair && fits ? giveFor(rules, pair, direction, need) : ''
  const [raised, setRaised] = useState<{ readonly of: string; readonly amount: string }>()
  const about = `${pair?.id} ${need} ${first}`
  const amount = raised?.of === about ? raised.amount : first
  const quoteRead = useRead(
    exchangeQuote,
    { exchangeId: pair?.id ?? 1, direction, amount },
    { enabled: amount !== '', everyMs },
  )
  const quote = quoteRead.data
  const least = parseUnits(quote?.least ?? '0') ?? 0n
  const isCurrent = quote !== undefined && isLacking && amount !== ''
  // The price impact of a large exchange can leave less than is needed, so quote a larger amount.
  useEffect(() => {
    if (isCurrent && least > 0n && least < lack) setRaised({ of: about, amount: scaleGive(amount, lack, least) })
  }, [isCurrent, least, lack, about, amount])
  const isWaiting = (read: { readonly data: unknown; readonly error: Error | null }) => !read.data && !read.error
  const isShort = isCurrent && least < lack
  const isLoading = isLacking && (isWaiting(pairsRead) || (amount !== '' && (isWaiting(quoteRead) || isShort)))
  if (!isCurrent || !quote || isShort || (parseUnits(quote.amount) ?? 0n) > spare) return { isLoading }
  return {
    isLoading,
    exchange: {
      exchangeId: quote.exchangeId,
      direction: quote.direction,
      give: quote.give,
      amount: quote.amount,
      receive: quote.receive,
      received: quote.received,
      least: quote.least,
      needsCode:
        codeRule !== undefined &&
        needsCode(codeRule.googleBound, parseUnits(quote.value), parseUnits(codeRule.withoutCodeLeft) ?? 0n),
    },
  }
}
