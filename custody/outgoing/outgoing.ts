/** Wei per gas. */
export type AttemptFees = { readonly feeMaxPerGas: bigint; readonly tipMaxPerGas: bigint }

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

/**
 * - sent: a node has the transaction, or a block does
 * - again: send the same bytes later
 * - lost: another transaction used the nonce
 * @param isKnown whether the node has one of our transactions with this nonce
 */
export function outcomeOf(
  answer: 'accepted' | 'known' | 'nonce_too_low' | 'unclear',
  isKnown: boolean,
): 'sent' | 'again' | 'lost' {
  if (answer === 'accepted' || answer === 'known') return 'sent'
  if (answer === 'unclear') return 'again'
  return isKnown ? 'sent' : 'lost'
}

/** @param final newest final block by the chain's own rule; undefined if only depth decides */
export const isFinal = (
  blockNumber: number,
  {
    head,
    final = blockNumber,
    needed,
  }: { readonly head: number; readonly final?: number | undefined; readonly needed: number },
): boolean => head - blockNumber + 1 >= needed && blockNumber <= final
