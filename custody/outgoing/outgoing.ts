import { expect } from '#kit/expect.ts'

/** Wei per gas. */
export type AttemptFees = { readonly feeMaxPerGas: bigint; readonly tipMaxPerGas: bigint }

/** As the signer takes them. @throws if TRON's terms are given, which have no fees */
export function feesOf({ terms }: { readonly terms: AttemptFees | { readonly expiration: number } }): {
  readonly feeMaxPerGas: string
  readonly tipMaxPerGas: string
} {
  expect('feeMaxPerGas' in terms, 'a chain that numbers transactions asks for gas')
  return { feeMaxPerGas: `${terms.feeMaxPerGas}`, tipMaxPerGas: `${terms.tipMaxPerGas}` }
}

export const stuckAfterBlocks = 12
export const raisesMax = 5

/** One eighth more, rounded up: the minimum that nodes and the signer accept for a replacement. */
const raised = (wei: bigint): bigint => (wei * 9n + 7n) / 8n
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** One eighth above the last attempt, or the chain's current fees if higher. */
export function raisedFees(before: AttemptFees, now: AttemptFees): AttemptFees {
  const tipMaxPerGas = greater(raised(before.tipMaxPerGas), now.tipMaxPerGas)
  return { tipMaxPerGas, feeMaxPerGas: greater(greater(raised(before.feeMaxPerGas), now.feeMaxPerGas), tipMaxPerGas) }
}

/** Lost: a foreign transaction used the nonce. @param isKnown whether the node has one of ours with it */
export function outcomeOf(
  answer: 'accepted' | 'known' | 'nonce_too_low' | 'unclear',
  isKnown: boolean,
): 'sent' | 'again' | 'lost' {
  if (answer === 'accepted' || answer === 'known') return 'sent'
  if (answer === 'unclear') return 'again'
  return isKnown ? 'sent' : 'lost'
}

export const isFinal = (
  blockNumber: number,
  {
    head,
    final = blockNumber,
    needed,
  }: { readonly head: number; readonly final?: number | undefined; readonly needed: number },
): boolean => head - blockNumber + 1 >= needed && blockNumber <= final
