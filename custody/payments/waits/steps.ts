import type * as v from 'valibot'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import type { withdrawalRow } from '../fields.ts'

export type ShownWithdrawal = v.InferOutput<typeof withdrawalRow>
export type ShownState = ShownWithdrawal['state']
export const wayOut = ['held', 'reviewing', 'sending', 'confirming', 'done'] as const
export type Step = (typeof wayOut)[number]
export type StepAt = { readonly step: Step; readonly at: 'past' | 'now' | 'next' }

const isOnTheWay = (state: ShownState): state is Step => (wayOut as readonly string[]).includes(state)

/** Empty if cancelled or failed. */
export function stepsOf(state: ShownState): readonly StepAt[] {
  if (!isOnTheWay(state)) return []
  const current = wayOut.indexOf(state)
  const isDone = state === 'done'
  return wayOut.map((step, place) => ({
    step,
    at: place < current || (isDone && place === current) ? 'past' : place === current ? 'now' : 'next',
  }))
}

export const isEnded = (state: ShownState): boolean => ['done', 'cancelled', 'failed'].includes(state)

export function pollMs(states: readonly ShownState[]): number {
  const isMoving = states.some((state) => state === 'sending' || state === 'confirming')
  return isMoving ? 2000 : 5000
}

export function confirmationsOf(
  {
    state,
    blockNumber,
    chain,
  }: { readonly state: ShownState; readonly blockNumber: bigint | null; readonly chain: ChainId },
  head: bigint,
): number {
  const needed = chains[chain].confirmations
  if (state === 'done') return needed
  if (state !== 'confirming' || blockNumber === null) return 0
  return Math.max(0, Math.min(needed, Number(head - blockNumber) + 1))
}
