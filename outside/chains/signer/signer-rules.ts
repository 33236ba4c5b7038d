import { divide, greater, lesser, parseUnits } from '#kit/amount/amount.ts'
import { type Coin, coinRow, coins } from '#kit/amount/coins.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { toBaseUnits } from '../evm/erc20.ts'
import type { ApproverRules } from './limits/signer-approvals.ts'
import { type CapsFile, type CountedCaps, firstCaps, readCountedCaps } from './limits/signer-costs.ts'

/** Units per payment and per 24 hours. */
export type CoinCap = {
  readonly atOnce: bigint
  readonly inDay: bigint
  /** Above this 24-hour total to one destination, approvers must sign; undefined if never. */
  readonly reviewFrom?: bigint
  /** 24-hour limits without approvers: to one new destination, and to all new ones. */
  readonly reviewNewFrom?: bigint
  readonly newInDay?: bigint
}
/** 24-hour caps of the TRON gas account, including burned sun. */
export type GasCaps = { readonly anAddress: bigint; readonly inDay: bigint }
/** Read from the signer's folder; no request changes them. */
export type SignerRules = CoinCaps &
  ApproverRules & {
    /** Minimum milliseconds between a change request and the first payment that follows it. */
    readonly changeHoldMs: number
    readonly newDestinationMs: number
    /** Number of keys. The newest certifies; each is signed by its predecessor. */
    readonly addressKeys: number
    readonly tronGas: GasCaps
    readonly dayCaps: CountedCaps
  }
export type CoinCaps = Readonly<Record<Coin, CoinCap>>

type CapText = {
  readonly atOnce: string
  readonly inDay: string
  readonly reviewFrom?: string
  readonly reviewNewFrom?: string
  readonly newInDay?: string
}
type CapsText = Readonly<Record<Coin, CapText>>
type RulesText = CapsText & {
  readonly changeHoldHours?: number
  readonly newDestinationDays?: number
  readonly addressKeys?: number
  readonly dayCaps?: CapsFile
  readonly tronGas?: { readonly anAddress?: string; readonly inDay?: string }
} & Partial<ApproverRules>

const changeHoldHours = 72
/**
 * Assumed: a destination stays new for a week. Without approvers, each new one gets half the limit, and all together a tenth of the daily
 * cap.
 */
const newDestinationDays = 7
const [newPart, allNewPart] = [2n, 10n]
const approvalsNeeded = 2
const addressKeysMax = 50

const defaults = Object.fromEntries(coins.map((coin) => [coin, coinRow(coin).signerCap])) as CapsText

/** Assumed: three sweeps per address and 200 in total. Each costs about 15 TRX, the cost into an empty hot wallet. */
const gasDefaults = { anAddress: '50', inDay: '3000' }

/** Demo rules have no hold time, because the demo clock can move. */
export const firstRules = ({ demo = false } = {}): string =>
  `${JSON.stringify({ ...defaults, tronGas: gasDefaults, dayCaps: firstCaps, changeHoldHours: demo ? 0 : changeHoldHours, newDestinationDays: demo ? 0 : newDestinationDays, approvers: {}, approvalsNeeded }, null, 1)}\n`

/** @throws naming the invalid entry: a signer without limits does not start. */
export function readRules(text: string): SignerRules {
  const given = JSON.parse(text) as Partial<RulesText>
  const capOf = (coin: Coin): CoinCap => {
    const [atOnce, inDay] = [given[coin]?.atOnce, given[coin]?.inDay].map((each) => parseUnits(`${each}`))
    if (atOnce === undefined || inDay === undefined || atOnce > inDay)
      throw new Error(`the signer's rules do not say what may leave of ${coin}: {"atOnce": "…", "inDay": "…"}`)
    return { atOnce, inDay, ...readReview(coin, given[coin] ?? {}, inDay) }
  }
  const hours = given.changeHoldHours ?? changeHoldHours
  if (!Number.isInteger(hours) || hours < 0)
    throw new Error(`the signer's rules do not say how long a change of an address waits: {"changeHoldHours": 72}`)
  const days = given.newDestinationDays ?? newDestinationDays
  if (!Number.isInteger(days) || days < 0)
    throw new Error(`the signer's rules do not say how long a destination is new: {"newDestinationDays": 7}`)
  const addressKeys = given.addressKeys ?? 1
  if (!Number.isInteger(addressKeys) || addressKeys < 1 || addressKeys > addressKeysMax)
    throw new Error(`the signer's rules do not say how many address keys there are: {"addressKeys": 1}`)
  const caps = Object.fromEntries(coins.map((coin) => [coin, capOf(coin)])) as CoinCaps
  const approved = readApprovers(given)
  const isReviewed = coins.some((coin) => caps[coin].reviewFrom !== undefined)
  if (isReviewed && Object.keys(approved.approvers).length < approved.approvalsNeeded)
    throw new Error("the signer's rules ask for more approvers than they name")
  return {
    ...caps,
    ...approved,
    changeHoldMs: hours * hourMs,
    newDestinationMs: days * dayMs,
    addressKeys,
    tronGas: readGas(given.tronGas),
    dayCaps: readCountedCaps(given.dayCaps),
  }
}

/** Missing limits for new destinations derive from the general ones. */
function readReview(coin: Coin, given: Partial<CapText>, inDay: bigint): Partial<CoinCap> {
  const read = (name: 'reviewFrom' | 'reviewNewFrom' | 'newInDay'): bigint | undefined => {
    const text = given[name]
    const units = text === undefined ? undefined : parseUnits(text)
    if (text !== undefined && units === undefined)
      throw new Error(`the signer's rules do not say from when ${coin} is reviewed: {"${name}": "…"}`)
    return units
  }
  const reviewFrom = read('reviewFrom')
  if (reviewFrom === undefined) return {}
  const reviewNewFrom = lesser(read('reviewNewFrom') ?? divide(reviewFrom, newPart, 'down'), reviewFrom)
  const newInDay = read('newInDay') ?? greater(divide(inDay, allNewPart, 'down'), reviewNewFrom)
  return { reviewFrom, reviewNewFrom, newInDay }
}

const trxDecimals = 6

/** Older rules files have no gas limits. */
function readGas(given: RulesText['tronGas'] = gasDefaults): GasCaps {
  const [anAddress, inDay] = [given.anAddress, given.inDay].map((each) => parseUnits(`${each}`, trxDecimals))
  if (anAddress === undefined || inDay === undefined || anAddress > inDay)
    throw new Error(
      `the signer's rules do not say what the gas account gives: {"tronGas": {"anAddress": "…", "inDay": "…"}}`,
    )
  return { anAddress: toBaseUnits(anAddress, trxDecimals), inDay: toBaseUnits(inDay, trxDecimals) }
}

function readApprovers(given: Partial<ApproverRules>): ApproverRules {
  const { approvers = {}, approvalsNeeded: needed = approvalsNeeded } = given
  const keys = Object.values(approvers)
  if (keys.some((key) => !/^[A-Za-z0-9_-]{43}$/.test(key)) || new Set(keys).size < keys.length)
    throw new Error(`the signer's rules do not name approvers by keys of their own: {"approvers": {"ada": "…"}}`)
  // One approver alone must not exceed the limits.
  if (!Number.isInteger(needed) || needed < 2)
    throw new Error(`the signer's rules do not say how many approvers it takes: {"approvalsNeeded": 2}`)
  return { approvers, approvalsNeeded: needed }
}

/** Why one stolen worker could get large payments signed without approval. undefined if it could not. */
export function unwatchedReason(rules: SignerRules): string | undefined {
  const named = Object.keys(rules.approvers).length
  if (named < rules.approvalsNeeded)
    return `with real networks large payments are signed by approvers: name at least ${rules.approvalsNeeded}, {"approvers": {"ada": "…", "ben": "…"}}, each by the Ed25519 key that is theirs alone`
  const without = coins.filter((coin) => (rules[coin].reviewFrom ?? rules[coin].atOnce) >= rules[coin].atOnce)
  if (without.length === 0) return undefined
  return `with real networks approvers are asked about large payments: give ${without.join(', ')} a "reviewFrom" below what may leave at once`
}

/** `at` by the signer's clock, milliseconds since 1970. */
export type Spending = {
  readonly coin: Coin
  readonly units: bigint
  readonly at: number
  /** "form:address"; undefined in old entries. */
  readonly to: string | undefined
  readonly isApproved: boolean
  readonly isNew: boolean
}
export type GasSpending = { readonly index: number; readonly sun: bigint; readonly at: number }

/** Spending dated after `now` counts too, so setting the clock back frees nothing. */
export function headroom(cap: CoinCap, spent: readonly Spending[], coin: Coin, now: number): bigint {
  const used = spent.reduce((sum, each) => (each.coin === coin && each.at > now - dayMs ? sum + each.units : sum), 0n)
  return used > cap.inDay ? 0n : cap.inDay - used
}
