import type { SponsorTree } from '#identity/sponsor-tree.ts'
import type { Asset } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Uplines } from './upline-walk.ts'

/** What an entry of rewards is about, in the order they are posted. */
export const rewardParts = ['power', 'fees', 'platform', 'upgrade'] as const
export type RewardPart = (typeof rewardParts)[number]

/** One reward: to the wallet with this serial. */
export type Reward = {
  readonly recipient: number
  readonly asset: Asset
  readonly code: number
  readonly units: bigint
}
/** An entry that waits to be posted. `item`: serial of the wallet it comes from or goes to; ten times that and the star for an upgrade. */
export type DueEntry = { readonly part: RewardPart; readonly item: number; readonly rewards: readonly Reward[] }

/** What a coin's rewards of a day came to: what was there, what the rules owe, what was given. */
export type Budget = { readonly asset: Asset; readonly budget: bigint; readonly due: bigint; readonly given: bigint }

/** The first stars that are not paid out yet, by wallet and star: what is left of each, and from which day fees count. */
export type OpenUpgrade = { readonly serial: number; readonly star: number; readonly since: Day; readonly left: bigint }

/** Everybody, and who stands above whom. */
export type Team = {
  readonly tree: SponsorTree
  readonly up: Uplines
  /** By place: 1 for those that get nothing for others. */
  readonly barred: Uint8Array
}
