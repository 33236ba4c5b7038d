import type { Coin } from '#kit/assets.ts'
import type { OrderId, WalletId } from '#kit/ids.ts'
import type { LineId } from '#ledger/lines.ts'
import type { OrderState } from './fields.ts'

/** Terms that only some lines have. The others leave them out. Shares are decimal text: 0.0024 is 0.24 %. */
export type LineTerms = {
  /** The weight of an order in a share: the hash rate of a machine, the weight of a node or of a term. */
  readonly weight?: string
  /** The coin that the line pays out, if it is not the coin that was paid in. */
  readonly pays?: Coin
  /** Stars of a node, 1 to 6. */
  readonly tier?: number
  /** The part of all its coins that a package releases a day. */
  readonly releasePerDay?: string
  /** The most that an order may get on one day, as a part of its principal. */
  readonly mostPerDay?: string
  /** POWER at the start for each USDT of order value. */
  readonly startPower?: string
  /** Only in an order: if its start gives fewer shares than these, it is cancelled whole. */
  readonly leastShares?: string
  /** Only in an order: leaving it early takes back the POWER that it granted, as its card says. */
  readonly powerBack?: true
  /** The name of the venue where a fund's coins work. */
  readonly venue?: string
  /** Which acceleration it is. */
  readonly boost?: '1.0' | '2.0'
}

/** The terms of one period of a product. The order gets a copy, which never changes. Shares are decimal text: 0.0024 is 0.24 %. */
export type Terms = {
  readonly version: number
  readonly line: LineId
  readonly base: Coin
  /** The coin that is paid in beside the base coin. undefined: there is only the base coin. */
  readonly side: Coin | undefined
  /** 0: the order has no end of its own. */
  readonly days: number
  /** Interest of a whole round, as a share of the base coin. */
  readonly rate: string
  /** Value of the side coin, as a share of the base coin's value. */
  readonly sideShare: string
  /** POWER a day for each USDT of order value. */
  readonly powerPerDay: string
  /** The least amount of the base coin, decimal text. */
  readonly minimum: string
  /** The highest value of an order in USDT, decimal text. */
  readonly maximumValue: string
  /** The fee on every coin at an early exit. undefined: the order stays until its end. */
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
  /** For periods that name none of their own. */
  readonly powerPerDay: string
  readonly exitFee: string | undefined
  readonly termsVersion: number
  /** The most base coin sold a day. Left out: no quota. Renewals take none of it. */
  readonly quotaUnits?: bigint | undefined
  /** The product is sold only by reservation. */
  readonly needsReservation?: boolean
  readonly openFrom: Date
  readonly endedAt: Date | undefined
  readonly periods: readonly Period[]
  /** Terms that only its line knows. Weights belong to its periods. */
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
  /** undefined: the order has no end of its own. */
  readonly roundEnds: Date | undefined
  readonly baseUnits: bigint
  readonly sideUnits: bigint
  /** Interest of the running round, set aside in the order's promised account. */
  readonly promiseUnits: bigint
  /** Interest of the next round, once set aside. */
  readonly nextPromiseUnits: bigint | undefined
  /** USDT value of the base coin at opening. It grows only by interest that joins. */
  readonly valueUnits: bigint
  /** USDT value of the side coin at opening. */
  readonly sideValueUnits: bigint
  readonly reinvest: boolean
  readonly poolShort: boolean
  /** Interest of all rounds that ended. */
  readonly paidUnits: bigint
  /** Shares of a market's liquidity or of a fund. */
  readonly shareUnits: bigint
  /** USDT value of all payments, each at the price of its day. A cap counts this value. */
  readonly paidValueUnits: bigint
  readonly overAt: Date | undefined
}

/** The fields of an order that a step may change. A field that is left out stays. */
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

/** The balances of an order's accounts now: its principal, and the coins set aside for it. Units. */
export type Present = { readonly principal: bigint; readonly promised: bigint }

/** The real payments of ended rounds of a period, in units. */
export type Paid = { readonly rounds: number; readonly principal: bigint; readonly interest: bigint }
