import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import type { Asset } from '#kit/amount/coins.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Uplines } from '../standing/upline-walk.ts'

export const rewardParts = ['power', 'fees', 'platform', 'upgrade'] as const
export type RewardPart = (typeof rewardParts)[number]

export type Reward = {
  readonly recipient: number
  readonly asset: Asset
  readonly code: number
  readonly units: bigint
}
/** A pending entry. `item`: serial of the source or recipient wallet; for an upgrade, serial × 10 + star. */
export type DueEntry = { readonly part: RewardPart; readonly item: number; readonly rewards: readonly Reward[] }

export type Budget = { readonly asset: Asset; readonly budget: bigint; readonly due: bigint; readonly given: bigint }

export type OpenUpgrade = { readonly serial: number; readonly star: number; readonly since: Day; readonly left: bigint }

export type Team = {
  readonly tree: SponsorTree
  readonly up: Uplines
  /** By place: 1 for wallets excluded from referral rewards. */
  readonly barred: Uint8Array
}
