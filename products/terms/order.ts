import type { Coin } from '#kit/assets.ts'
import type { OrderId, WalletId } from '#kit/ids.ts'
import type { LineId } from '#ledger/lines.ts'
import type { OrderState } from './fields.ts'

/** Terms only some lines have; left out by the others. Shares are decimal text: 0.0024 is 0.24 %. */
export type LineTerms = {
  /** How much an order weighs in a share: the hash rate of a machine, the weight of a node or of a term. */
  readonly weight?: string
  /** The coin the line pays out where it is not what was paid in. */
  readonly pays?: Coin
  /** Stars of a node, 1 to 6. */
  readonly tier?: number
  /** Part of the whole that a package releases a day. */
  readonly releasePerDay?: string
  /** Most an order may get of its principal on one day. */
  readonly mostPerDay?: string
  /** POWER at the start for each USDT of order value. */
  readonly startPower?: string
  /** Of an order alone: with fewer shares than these it does not start but is cancelled whole. */
  readonly leastShares?: string
  /** Of an order alone: leaving it early takes back the POWER it granted, as its card says. */
  readonly powerBack?: true
  /** Where a fund's coins are put to work, by name. */
  readonly venue?: string
  /** Which acceleration it is. */
  readonly boost?: '1.0' | '2.0'
}

/** What a product says of one of its periods; copied onto the order and never changed there. Shares are decimal text: 0.0024 is 0.24 %. */
export type Terms = {
  readonly version: number
  readonly line: LineId
  readonly base: Coin
  /** Paid in beside the base coin; undefined where one coin is all. */
  readonly side: Coin | undefined
  /** 0: the order has no end of its own. */
  readonly days: number
  /** Interest of a whole round, of the base coin. */
  readonly rate: string
  /** Worth of the side coin, of the base coin. */
  readonly sideShare: string
  /** POWER a day for each USDT of order value. */
  readonly powerPerDay: string
  /** Least amount of the base coin, decimal text. */
  readonly minimum: string
  /** Most USDT an order may be worth, decimal text. */
  readonly maximumValue: string
  /** Kept back of every coin at an early exit; undefined: the order stays until its end. */
  readonly exitFee: string | undefined
} & LineTerms

/** A product as it stands: the row behind the orders. */
export type Product = {
  readonly id: number
  readonly line: LineId
  readonly base: Coin
  readonly side: Coin | undefined
  readonly minimumUnits: bigint
  readonly maximumValueUnits: bigint
  /** Of periods that name none of their own. */
  readonly powerPerDay: string
  readonly exitFee: string | undefined
  readonly termsVersion: number
  /** Most base coin sold a day; left out: no quota. Renewals take none. */
  readonly quotaUnits?: bigint | undefined
  /** Sold by reservation alone. */
  readonly needsReservation?: boolean
  readonly openFrom: Date
  readonly endedAt: Date | undefined
  readonly periods: readonly Period[]
  /** What only its line knows of; weights belong to its periods. */
  readonly lineTerms?: Omit<LineTerms, 'weight'>
}
export type Period = {
  /** 0: the order has no end of its own. */
  readonly days: number
  readonly rate: string
  readonly sideShare: string
  readonly powerPerDay?: string
  readonly weight?: string
}

/** One wallet's share in a product. Amounts are units of 10⁻⁸. */
export type Order = {
  readonly id: OrderId
  readonly walletId: WalletId
  readonly productId: number
  readonly state: OrderState
  readonly terms: Terms
  readonly cardHash: string
  readonly boughtAt: Date
  /** 0 before the start. */
  readonly round: number
  /** The running round, or the first one before the start. */
  readonly roundStarted: Date
  /** undefined where the order has no end of its own. */
  readonly roundEnds: Date | undefined
  readonly baseUnits: bigint
  readonly sideUnits: bigint
  /** Interest of the running round, set aside in the order's promised account. */
  readonly promiseUnits: bigint
  /** Interest of the next round, once set aside. */
  readonly nextPromiseUnits: bigint | undefined
  /** USDT value of the base coin at opening, grown only by interest that joined. */
  readonly valueUnits: bigint
  /** USDT value of the side coin at opening. */
  readonly sideValueUnits: bigint
  readonly reinvest: boolean
  readonly poolShort: boolean
  /** Interest of all rounds that ended. */
  readonly paidUnits: bigint
  /** Shares of a market's liquidity or of a fund. */
  readonly shareUnits: bigint
  /** USDT value of everything paid out, each payment at its day's price: what a cap counts. */
  readonly paidValueUnits: bigint
  readonly overAt: Date | undefined
}

/** What a step may change on an order. What is left out stays. */
export type OrderChange = Partial<
  Pick<
    Order,
    | 'state'
    | 'round'
    | 'roundStarted'
    | 'roundEnds'
    | 'baseUnits'
    | 'promiseUnits'
    | 'nextPromiseUnits'
    | 'valueUnits'
    | 'reinvest'
    | 'poolShort'
    | 'sideUnits'
    | 'sideValueUnits'
    | 'shareUnits'
    | 'paidUnits'
    | 'paidValueUnits'
    | 'overAt'
  >
>

/** What is in an order's accounts now: coins of its principal, and those set aside for it. Units. */
export type Present = { readonly principal: bigint; readonly promised: bigint }

/** What ended rounds of a period really paid, in units. */
export type Paid = { readonly rounds: number; readonly principal: bigint; readonly interest: bigint }
