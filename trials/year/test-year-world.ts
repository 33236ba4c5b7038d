import type { listProducts } from '#features/investing/investing.contract.ts'
import type { IdentityKey } from '#identity/identity-key.ts'
import type { stoppedClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Dice } from '#kit/random.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { purseOf } from '#trials/test-purse.ts'

/** A product as it is listed. */
export type Shown = OutputOf<typeof listProducts>['items'][number]

/** Who did what, so that those who can go on with it are found again. */
export const circles = ['starred', 'queued', 'marked', 'machines', 'compounding', 'armed', 'asked'] as const
export type Circle = (typeof circles)[number]

/** The world of a simulated year. */
export type YearWorld = {
  readonly db: Db
  readonly dice: Dice
  readonly clock: ReturnType<typeof stoppedClock>
  readonly holders: WalletId[]
  readonly keys: Map<WalletId, IdentityKey>
  readonly circles: Readonly<Record<Circle, WalletId[]>>
  /** What is on sale, with the hash of each card: neither changes in this world. */
  readonly shelf: { items: readonly Shown[]; cards: Map<number, string> }
  readonly answers: Map<string, number>
  readonly faults: string[]
  readonly nextKey: () => string
}

/** An amount a person types: two decimals. `most` is not reached. */
export function typed(dice: Dice, least: number, most: number): string {
  const whole = Math.max(1, Math.floor(least + dice.below(Math.max(1, Math.floor(most - least)))))
  return `${whole}.${10 + dice.below(90)}`
}

/** What a person pays in at most, by coin. */
export const purse = purseOf({ USDT: 3_000, WLD: 1_500, ATMC: 15_000, ATMX: 100_000 })
