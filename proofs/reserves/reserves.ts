import * as v from 'valibot'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { readChange, readJson, readWhole, Unreadable } from '#kit/amount/exact.ts'
import { day, moment } from '#kit/wire/fields.ts'
import type { Statement } from '../tree/format.ts'

/** payout: the contract that pays withdrawals · hot: pays them without a contract · cold: its key is offline. */
export type ReserveLine = {
  readonly address: string
  readonly role: 'payout' | 'hot' | 'cold' | 'deposit'
  /** Proves ownership at the block. For a payout contract, its paying key signs. */
  readonly signature: string
  /** Token base units. */
  readonly amounts: Readonly<Record<string, string>>
}
export type ReservePart = {
  readonly chain: string
  readonly evmChainId: string
  readonly block: number
  readonly hash: string
  readonly tokens: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>
  /** Net inflow after the cutoff, in 10⁻⁸; negative for outflow. */
  readonly after: Readonly<Record<string, string>>
  readonly addresses: readonly ReserveLine[]
}
export type ReserveStatement = {
  readonly v: 'RES1'
  readonly day: string
  readonly epoch: string
  /** SHA-256 of the liability statement. */
  readonly statement: string
  /** ISO 8601, real time. */
  readonly made: string
  readonly assets: readonly string[]
  readonly chains: readonly ReservePart[]
  /** At the cutoff, one amount per coin. */
  readonly reserves: readonly string[]
}

/** The hot addresses of a reserve statement, signed separately. */
export type HotStatement = Pick<ReserveStatement, 'day' | 'epoch' | 'made' | 'chains'> & {
  readonly v: 'HOT1'
  /** SHA-256 of the reserve statement. */
  readonly reserves: string
}

const isHot = ({ role }: ReserveLine): boolean => role === 'payout' || role === 'hot'

export function hotText({ day, epoch, made, chains }: ReserveStatement, digest: string): string {
  const said: HotStatement = {
    v: 'HOT1',
    day,
    epoch,
    reserves: digest,
    made,
    chains: chains.map((part) => ({ ...part, addresses: part.addresses.filter(isHot) })),
  }
  return JSON.stringify(said)
}

/** @throws Unreadable for any other text, or any address that is not hot */
export function readHotText(text: string): HotStatement {
  const read = v.safeParse(hotStatement, readJson(text))
  if (!read.success) throw new Unreadable('HOT1')
  return read.output
}

/** Leaves checking the content to verify-reserves.mjs. @throws Unreadable */
export function readReserveText(text: string): ReserveStatement {
  const read = v.safeParse(reserveStatement, readJson(text))
  if (!read.success) throw new Unreadable('RES1')
  return read.output
}

const whole = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/))
const change = v.pipe(v.string(), v.regex(/^(?:0|-?[1-9]\d{0,38})$/))
const asset = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))
const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const tokenAddress = v.pipe(v.string(), v.regex(/^(?:0x[0-9A-Fa-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/))

const lineOf = <const Roles extends readonly ReserveLine['role'][]>(roles: Roles) =>
  v.object({
    address: tokenAddress,
    role: v.picklist(roles),
    signature: v.pipe(v.string(), v.regex(/^(?:0x[0-9a-f]{130})?$/)),
    amounts: v.record(asset, whole),
  })
const partOf = <const Roles extends readonly ReserveLine['role'][]>(roles: Roles) =>
  v.object({
    chain: v.pipe(v.string(), v.regex(/^[a-z0-9]{1,20}$/)),
    evmChainId: v.pipe(v.string(), v.regex(/^[1-9]\d{0,18}$/)),
    block: count,
    hash: v.pipe(v.string(), v.regex(/^(?:0x)?[0-9a-f]{64}$/)),
    tokens: v.record(asset, v.object({ address: tokenAddress, decimals: v.pipe(count, v.maxValue(18)) })),
    after: v.record(asset, change),
    addresses: v.array(lineOf(roles)),
  })
const head = { day, epoch: moment, made: moment }
const hotStatement = v.object({
  v: v.literal('HOT1'),
  ...head,
  reserves: hex,
  chains: v.array(partOf(['payout', 'hot'])),
})
const reserveStatement = v.object({
  v: v.literal('RES1'),
  ...head,
  statement: hex,
  assets: v.array(asset),
  chains: v.array(partOf(['payout', 'hot', 'cold', 'deposit'])),
  reserves: v.array(whole),
})

/** Default, because addresses and chains omit coins with zero amounts. */
const none = '0'
const ledgerDecimals = 8
/** Rounded down to 10⁻⁸. */
export const unitsOf = (base: bigint, decimals: number): bigint =>
  decimals > ledgerDecimals
    ? base / 10n ** BigInt(decimals - ledgerDecimals)
    : base * 10n ** BigInt(ledgerDecimals - decimals)

/** Balances at the blocks minus later inflow, at least 0. Coins never cover each other. */
export function reservesOf(chains: readonly ReservePart[], coin: string): bigint {
  const sum = chains.reduce((all, { tokens, after, addresses }) => {
    const decimals = tokens[coin]?.decimals
    if (decimals === undefined) return all
    const base = addresses.reduce((held, { amounts }) => held + readWhole(amounts[coin] ?? none), 0n)
    return all + unitsOf(base, decimals) - readChange(after[coin] ?? none)
  }, 0n)
  return sum > 0n ? sum : 0n
}

/** In units. Coins at a fund's venue are on no chain, but are owed to the fund's orders. */
export type Covering = {
  readonly coin: string
  readonly reserves: bigint
  readonly owed: bigint
  readonly venue: bigint
  readonly isCovered: boolean
  /** Reserves ÷ debts on chains, in 10⁻⁸, rounded down; undefined without debts. */
  readonly ratio: bigint | undefined
}

export function coveringOf(
  { assets, reserves }: Pick<ReserveStatement, 'assets' | 'reserves'>,
  { owed, booked }: Pick<Statement, 'owed' | 'booked'>,
): readonly Covering[] {
  return assets.map((coin, place) => {
    const [there, all, venue] = [reserves[place], owed[place], booked.venue[place]].map(readWhole) as [
      bigint,
      bigint,
      bigint,
    ]
    const [has, owes, away] = [there, all, venue]
    const onChains = owes > away ? owes - away : 0n
    const ratio = onChains === 0n ? undefined : (has * unitsPerOne) / onChains
    return { coin, reserves: has, owed: owes, venue: away, isCovered: has >= onChains, ratio }
  })
}

export type ReserveCheckFacts = {
  readonly statement: Statement
  /** SHA-256 of the statement's text. */
  readonly digest: string
  readonly chains: readonly ReservePart[]
  readonly made: Date
}

export function reserveText({ statement, digest, chains, made }: ReserveCheckFacts): {
  text: string
  short: readonly string[]
} {
  const { day, epoch, assets } = statement
  const reserves = assets.map((coin) => `${reservesOf(chains, coin)}`)
  const said: ReserveStatement = {
    v: 'RES1',
    day,
    epoch,
    statement: digest,
    made: made.toISOString(),
    assets,
    chains,
    reserves,
  }
  const short = coveringOf(said, statement).flatMap(({ coin, isCovered }) => (isCovered ? [] : [coin]))
  return { text: JSON.stringify(said), short }
}
