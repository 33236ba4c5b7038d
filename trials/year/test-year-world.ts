import type { listProducts } from '#features/investing/investing.contract.ts'
import type { IdentityKey } from '#identity/sessions/identity-key.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Dice } from '#kit/text/random.ts'
import type { stoppedClock } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { purseOf } from '#trials/test-purse.ts'

export type Shown = OutputOf<typeof listProducts>['items'][number]

/** Wallets by past action, for follow-up actions. */
export const circles = ['starred', 'queued', 'marked', 'machines', 'compounding', 'armed', 'asked'] as const
export type Circle = (typeof circles)[number]

export type YearWorld = {
  readonly db: Db
  readonly dice: Dice
  readonly clock: ReturnType<typeof stoppedClock>
  readonly holders: WalletId[]
  readonly keys: Map<WalletId, IdentityKey>
  readonly circles: Readonly<Record<Circle, WalletId[]>>
  /** Products and card hashes, constant in this world. */
  readonly shelf: { items: readonly Shown[]; cards: Map<number, string> }
  readonly answers: Map<string, number>
  readonly faults: string[]
  readonly nextKey: () => string
}

/** Two decimals, below `most`. */
export function typed(dice: Dice, least: number, most: number): string {
  const whole = Math.max(1, Math.floor(least + dice.below(Math.max(1, Math.floor(most - least)))))
  return `${whole}.${10 + dice.below(90)}`
}

/** Maximum deposit per coin. */
export const purse = purseOf({ USDT: 3_000, WLD: 1_500, ATMC: 15_000, ATMX: 100_000 })
