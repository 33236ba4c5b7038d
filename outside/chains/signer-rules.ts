import { parseUnits } from '#kit/amount.ts'
import { type Coin, coinRow, coins } from '#kit/assets.ts'
import { dayMs, hourMs } from '#kit/clock.ts'
import { toBaseUnits } from './erc20.ts'
import type { ApproverRules } from './signer-approvals.ts'

/** The most of a coin that one payment may move, and all payments of 24 hours together: units. */
export type CoinCap = {
  readonly atOnce: bigint
  readonly inDay: bigint
  /** What is more than this needs the signatures of approvers; undefined: nothing does. */
  readonly reviewFrom?: bigint
}
/** The most that may leave the gas account on TRON within 24 hours, with what giving it burns: sun. */
export type GasCaps = { readonly anAddress: bigint; readonly inDay: bigint }
/** The signer's own limits. They are in its folder, not in the database, and nothing that is asked of it changes them. */
export type SignerRules = CoinCaps &
  ApproverRules & {
    /** How long it must have known that a holder wants to be paid elsewhere, by its own clock, before it pays there: milliseconds. */
    readonly changeHoldMs: number
    readonly tronGas: GasCaps
  }
export type CoinCaps = Readonly<Record<Coin, CoinCap>>

type CapsText = Readonly<
  Record<Coin, { readonly atOnce: string; readonly inDay: string; readonly reviewFrom?: string }>
>
type RulesText = CapsText & {
  readonly changeHoldHours?: number
  readonly tronGas?: { readonly anAddress?: string; readonly inDay?: string }
} & Partial<ApproverRules>

const changeHoldHours = 72
const approvalsNeeded = 2

const defaults = Object.fromEntries(coins.map((coin) => [coin, coinRow(coin).signerCap])) as CapsText

/** Assumed: three sweeps of an address and 200 in all, each of about 15 TRX, which is a sweep into an empty hot wallet. */
const gasDefaults = { anAddress: '50', inDay: '3000' }

/** The rules file of a signer that starts for the first time. In a demo, whose clock can be moved, its own clock holds nothing up. */
export const firstRules = ({ demo = false } = {}): string =>
  `${JSON.stringify({ ...defaults, tronGas: gasDefaults, changeHoldHours: demo ? 0 : changeHoldHours, approvers: {}, approvalsNeeded }, null, 1)}\n`

/** Reads a rules file. @throws naming what of it cannot be read: a signer without limits does not start. */
export function readRules(text: string): SignerRules {
  const given = JSON.parse(text) as Partial<RulesText>
  const capOf = (coin: Coin): CoinCap => {
    const [atOnce, inDay] = [given[coin]?.atOnce, given[coin]?.inDay].map((each) => parseUnits(`${each}`))
    if (atOnce === undefined || inDay === undefined || atOnce > inDay)
      throw new Error(`the signer's rules do not say what may leave of ${coin}: {"atOnce": "…", "inDay": "…"}`)
    const reviewText = given[coin]?.reviewFrom
    if (reviewText === undefined) return { atOnce, inDay }
    const reviewFrom = parseUnits(reviewText)
    if (reviewFrom === undefined) throw new Error(`the signer's rules do not say from when ${coin} is reviewed`)
    return { atOnce, inDay, reviewFrom }
  }
  const hours = given.changeHoldHours ?? changeHoldHours
  if (!Number.isInteger(hours) || hours < 0)
    throw new Error(`the signer's rules do not say how long a change of an address waits: {"changeHoldHours": 72}`)
  const caps = Object.fromEntries(coins.map((coin) => [coin, capOf(coin)])) as CoinCaps
  const approved = readApprovers(given)
  const isReviewed = coins.some((coin) => caps[coin].reviewFrom !== undefined)
  if (isReviewed && Object.keys(approved.approvers).length < approved.approvalsNeeded)
    throw new Error("the signer's rules ask for more approvers than they name")
  return { ...caps, ...approved, changeHoldMs: hours * hourMs, tronGas: readGas(given.tronGas) }
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
export type Spending = { readonly coin: Coin; readonly units: bigint; readonly at: number }
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
