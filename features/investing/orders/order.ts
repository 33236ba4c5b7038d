import type { Coin } from '#kit/assets.ts'
import type { LineId, OrderId, WalletId } from '#kit/ids.ts'
import type { OrderState } from '../investing.fields.ts'

/** What a product says of one of its periods; copied onto the order and never changed there. Shares are decimal text: 0.0024 is 0.24 %. */
export type Terms = {
  readonly version: number
  readonly line: LineId
  readonly base: Coin
  /** Paid in beside the base coin; undefined where one coin is all. */
  readonly side: Coin | undefined
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
}

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
  readonly openFrom: Date
  readonly endedAt: Date | undefined
  readonly periods: readonly Period[]
}
export type Period = {
  readonly days: number
  readonly rate: string
  readonly sideShare: string
  readonly powerPerDay?: string
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
  readonly roundEnds: Date
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
  readonly overAt: Date | undefined
}
