import { confirmationsOf } from '#custody/payments/waits/steps.ts'
import { timeLeftOf, type Usual } from '#custody/payments/waits/usual-waits.ts'
import { type Gates, isCancellable, type Wait, waitsOf } from '#custody/payments/withdrawals.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { requestWithdrawal } from './withdrawals.contract.ts'

type ShownWithdrawal = OutputOf<typeof requestWithdrawal>

export type ViewFacts = Gates & {
  readonly id: bigint
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly feeUnits: bigint
  readonly receivedUnits: bigint
  readonly address: string
  readonly remark: string
  readonly state: ShownWithdrawal['state']
  readonly refusal?: string
  readonly requestedAt: Date
  readonly endedAt: Date | null
  readonly letGoAt: Date | null
  readonly hash: string | null
  readonly blockNumber: bigint | null
}

export const showWait = ({ reason, until }: Wait): ShownWithdrawal['waits'][number] => ({
  reason,
  until: until?.toISOString() ?? null,
})

/** @param network the newest block, explorer link and usual duration of its chain. */
export function showWithdrawal(
  withdrawal: ViewFacts,
  network:
    | { readonly head: bigint; readonly linkOf: (hash: string) => string; readonly usual?: Usual | undefined }
    | undefined,
  now: Date,
): ShownWithdrawal {
  const { id, chain, coin, units, feeUnits, receivedUnits, address, remark, state, requestedAt, endedAt, hash } =
    withdrawal
  const isWaiting = isCancellable(state) || state === 'sending'
  const waits = isWaiting ? waitsOf(withdrawal, now).map(showWait) : []
  const { head = 0n, usual } = network ?? {}
  const left = usual && timeLeftOf({ ...withdrawal, isHeld: waits.length > 0 }, usual, head, now)
  return {
    id: Number(id),
    chain,
    coin,
    amount: showUnits(units),
    fee: showUnits(feeUnits),
    received: showUnits(receivedUnits),
    address,
    remark,
    state,
    refusal: withdrawal.refusal ?? '',
    waits,
    cancellable: isCancellable(state),
    confirmations: confirmationsOf(withdrawal, head),
    confirmationsNeeded: chains[chain].confirmations,
    secondsLeft: left?.secondsLeft ?? null,
    late: left?.late === true,
    hash: hash ?? '',
    explorerUrl: hash ? (network?.linkOf(hash) ?? '') : '',
    requestedAt: requestedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
