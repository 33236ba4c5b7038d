/** Wei per gas. */
export type AttemptFees = { readonly feeMaxPerGas: bigint; readonly tipMaxPerGas: bigint }

/** Blocks a payment may wait for one before its fee is raised, and how often that is done. */
export const stuckAfterBlocks = 12
export const raisesMax = 5

/** An eighth more, rounded up: what nodes and the signer want of a replacement. */
const raised = (wei: bigint): bigint => (wei * 9n + 7n) / 8n
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** The fees of a replacement: an eighth above those of the attempt before, or what the chain asks now, if that is more. */
export function raisedFees(before: AttemptFees, now: AttemptFees): AttemptFees {
  const tipMaxPerGas = greater(raised(before.tipMaxPerGas), now.tipMaxPerGas)
  return { tipMaxPerGas, feeMaxPerGas: greater(greater(raised(before.feeMaxPerGas), now.feeMaxPerGas), tipMaxPerGas) }
}
