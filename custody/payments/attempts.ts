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
