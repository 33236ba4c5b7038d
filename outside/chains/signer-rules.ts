import { divide, greater, lesser, parseUnits } from '#kit/amount.ts'
import { type Coin, coinRow, coins } from '#kit/assets.ts'
import { dayMs, hourMs } from '#kit/clock.ts'
import { toBaseUnits } from './erc20.ts'
import type { ApproverRules } from './signer-approvals.ts'
import { type CapsFile, type CountedCaps, firstCaps, readCountedCaps } from './signer-costs.ts'

/** The most of a coin that one payment may move, and all payments of 24 hours together: units. */
export type CoinCap = {
  readonly atOnce: bigint
  readonly inDay: bigint
  /** What is more than this to one destination within 24 hours needs the signatures of approvers; undefined: nothing does. */
  readonly reviewFrom?: bigint
  /** The same for a destination that is new, and the most that goes to all new destinations within 24 hours without approvers. */
  readonly reviewNewFrom?: bigint
  readonly newInDay?: bigint
}
/** The most that may leave the gas account on TRON within 24 hours, with what giving it burns: sun. */
export type GasCaps = { readonly anAddress: bigint; readonly inDay: bigint }
/** The signer's own limits. They are in its folder, not in the database, and nothing that is asked of it changes them. */
export type SignerRules = CoinCaps &
  ApproverRules & {
    /** How long it must have known that a holder wants to be paid elsewhere, by its own clock, before it pays there: milliseconds. */
    readonly changeHoldMs: number
    /** How long it must have known where a wallet is paid before that destination is not new any more: milliseconds. */
    readonly newDestinationMs: number
    /** How many keys for deposit addresses there have been. The newest certifies; each is the successor of the one before it. */
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
/** Assumed: a destination is new for a week; half as much goes there without approvers, and a tenth of the day's cap to all of them. */
const newDestinationDays = 7
const [newPart, allNewPart] = [2n, 10n]
const approvalsNeeded = 2
const addressKeysMax = 50

const defaults = Object.fromEntries(coins.map((coin) => [coin, coinRow(coin).signerCap])) as CapsText

/** Assumed: three sweeps of an address and 200 in all, each of about 15 TRX, which is a sweep into an empty hot wallet. */
const gasDefaults = { anAddress: '50', inDay: '3000' }

/** The rules file of a signer that starts for the first time. In a demo, whose clock can be moved, its own clock holds nothing up. */
export const firstRules = ({ demo = false } = {}): string =>
  `${JSON.stringify({ ...defaults, tronGas: gasDefaults, dayCaps: firstCaps, changeHoldHours: demo ? 0 : changeHoldHours, newDestinationDays: demo ? 0 : newDestinationDays, approvers: {}, approvalsNeeded }, null, 1)}\n`

/** Reads a rules file. @throws naming what of it cannot be read: a signer without limits does not start. */
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

/** From when approvers are asked. What a file does not say of new destinations follows from what it says of all. */
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

/** Rules written before there was a gas account do not name it: then the first ones hold. */
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
  // One person alone never lets more go than the limits do.
  if (!Number.isInteger(needed) || needed < 2)
    throw new Error(`the signer's rules do not say how many approvers it takes: {"approvalsNeeded": 2}`)
  return { approvers, approvalsNeeded: needed }
}

/** Why rules are too weak for real networks: one stolen worker could have large payments signed with nobody asked. undefined: they are not. */
export function unwatchedReason(rules: SignerRules): string | undefined {
  const named = Object.keys(rules.approvers).length
  if (named < rules.approvalsNeeded)
    return `with real networks large payments are signed by approvers: name at least ${rules.approvalsNeeded}, {"approvers": {"ada": "…", "ben": "…"}}, each by the Ed25519 key that is theirs alone`
  const without = coins.filter((coin) => (rules[coin].reviewFrom ?? rules[coin].atOnce) >= rules[coin].atOnce)
  if (without.length === 0) return undefined
  return `with real networks approvers are asked about large payments: give ${without.join(', ')} a "reviewFrom" below what may leave at once`
}

/** A payment that was signed: when, by the signer's own clock (milliseconds since 1970), and how much of what. */
export type Spending = {
  readonly coin: Coin
  readonly units: bigint
  readonly at: number
  /** Where it goes, as "form:address"; undefined in lines from before this was kept. */
  readonly to: string | undefined
  /** Whether approvers let it go, and whether its destination was new. */
  readonly isApproved: boolean
  readonly isNew: boolean
}
/** What was given to a deposit address on TRON, with what giving it may have burnt. */
export type GasSpending = { readonly index: number; readonly sun: bigint; readonly at: number }

/**
 * What may still be signed of a coin: its day's cap less what was signed in the 24 hours before `now`. A moment after `now` counts too:
 * a clock that was set back frees nothing.
 */
export function headroom(cap: CoinCap, spent: readonly Spending[], coin: Coin, now: number): bigint {
  const used = spent.reduce((sum, each) => (each.coin === coin && each.at > now - dayMs ? sum + each.units : sum), 0n)
  return used > cap.inDay ? 0n : cap.inDay - used
}
