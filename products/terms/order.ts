import type { Coin } from '#kit/amount/coins.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import type { OrderState } from './fields.ts'

/** Shares are decimal strings: 0.0024 is 0.24 %. */
export type LineTerms = {
  /** Machine hash rate, node or term weight. */
  readonly weight?: string
  /** The coin a package pays. Omitted for the base coin. */
  readonly pays?: Coin
  /** Node level, 1 to 6. */
  readonly tier?: number
  /** Share of all the package's coins. */
  readonly releasePerDay?: string
  /** Daily maximum, as a share of the principal. */
  readonly mostPerDay?: string
  /** POWER per USDT of order value at the start. */
  readonly startPower?: string
  /** The order is cancelled if its start gives fewer shares. */
  readonly leastShares?: string
  /** An early exit takes back granted POWER. */
  readonly powerBack?: true
  readonly venue?: string
  readonly boost?: '1.0' | '2.0'
}

/** Orders get an immutable copy. */
export type Terms = {
  readonly version: number
  readonly line: LineId
  readonly base: Coin
  readonly side: Coin | undefined
  /** 0: no fixed end. */
  readonly days: number
  /** Interest per round, as a share of the base coin. */
  readonly rate: string
  /** Second coin's value as a share of the base coin's. */
  readonly sideShare: string
  /** POWER per day for each USDT of order value. */
  readonly powerPerDay: string
  /** Base coin, as a decimal string. */
  readonly minimum: string
  /** USDT, as a decimal string. */
  readonly maximumValue: string
  /** Share of every coin kept at an early exit. Undefined without one. */
  readonly exitFee: string | undefined
} & LineTerms

export type Product = {
  readonly id: number
  readonly line: LineId
  readonly base: Coin
  readonly side: Coin | undefined
  readonly minimumUnits: bigint
  readonly maximumValueUnits: bigint
  /** Default for periods. */
  readonly powerPerDay: string
  readonly exitFee: string | undefined
  readonly termsVersion: number
  /** Base coin per day. No quota if omitted. Renewals are exempt. */
  readonly quotaUnits?: bigint | undefined
  readonly needsReservation?: boolean
  readonly openFrom: Date
  readonly endedAt: Date | undefined
  readonly periods: readonly Period[]
  readonly lineTerms?: Omit<LineTerms, 'weight'>
}
export type Period = {
  /** 0: no fixed end. */
  readonly days: number
  readonly rate: string
  readonly sideShare: string
  readonly powerPerDay?: string
  readonly weight?: string
}

/** Amounts in units of 10⁻⁸. */
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
  /** Before the start: start of the first round. */
  readonly roundStarted: Date
  /** Undefined without a fixed end. */
  readonly roundEnds: Date | undefined
  readonly baseUnits: bigint
  readonly sideUnits: bigint
  readonly promiseUnits: bigint
  readonly nextPromiseUnits: bigint | undefined
  /** USDT at opening, plus compounded interest. */
  readonly valueUnits: bigint
  /** USDT at opening. */
  readonly sideValueUnits: bigint
  readonly reinvest: boolean
  readonly poolShort: boolean
  readonly paidUnits: bigint
  readonly shareUnits: bigint
  /** USDT at each day's price. Counts toward a cap. */
  readonly paidValueUnits: bigint
  readonly overAt: Date | undefined
}

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

/** In units. */
export type Present = { readonly principal: bigint; readonly promised: bigint }

export type Paid = { readonly rounds: number; readonly principal: bigint; readonly interest: bigint }
