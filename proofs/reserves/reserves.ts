import { unitsPerOne } from '#kit/amount.ts'
import type { Statement } from '../tree/format.ts'

/** payout: the contract that pays withdrawals · hot: what they are paid from where there is none · cold: kept without a key online. */
export type ReserveLine = {
  readonly address: string
  readonly role: 'payout' | 'hot' | 'cold' | 'deposit'
  /** Of its key that it is ours at the block; of a payout contract by the key that pays from it; empty where its owner is its word. */
  readonly signature: string
  /** Base units of the token, by coin. */
  readonly amounts: Readonly<Record<string, string>>
}
/** A chain in a statement of reserves. */
export type ReservePart = {
  readonly chain: string
  readonly evmChainId: string
  readonly block: number
  readonly hash: string
  readonly tokens: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>
  /** What came after the cut, in 10⁻⁸; below zero: more left. */
  readonly after: Readonly<Record<string, string>>
  readonly addresses: readonly ReserveLine[]
}
/** What a statement of reserves says; it is signed as text. */
export type ReserveStatement = {
  readonly v: 'RES1'
  readonly day: string
  readonly epoch: string
  /** SHA-256 of the statement of what is owed. */
  readonly statement: string
  /** When it was made, ISO 8601 in real time. */
  readonly made: string
  readonly assets: readonly string[]
  readonly chains: readonly ReservePart[]
  /** What there was at the cut, one for each coin. */
  readonly reserves: readonly string[]
}

/** What a statement of reserves says of the addresses withdrawals are paid from, signed by itself. */
export type HotStatement = Pick<ReserveStatement, 'day' | 'epoch' | 'made' | 'chains'> & {
  readonly v: 'HOT1'
  /** SHA-256 of the statement of reserves. */
  readonly reserves: string
}

/** Whether withdrawals are paid from such an address. */
const isHot = ({ role }: ReserveLine): boolean => role === 'payout' || role === 'hot'

/** What a statement of reserves says of such addresses, as text. @param digest of the statement */
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

/** Reads such a text. @throws where it is another one, or has any other address */
export function readHotText(text: string): HotStatement {
  const said = JSON.parse(text) as HotStatement
  if (said.v !== 'HOT1' || !said.chains.every(({ addresses }) => addresses.every(isHot))) throw new Error('header')
  return said
}

const ledgerDecimals = 8
/** Units of 10⁻⁸ of base units of a token, rounded down. */
export const unitsOf = (base: bigint, decimals: number): bigint =>
  decimals > ledgerDecimals
    ? base / 10n ** BigInt(decimals - ledgerDecimals)
    : base * 10n ** BigInt(ledgerDecimals - decimals)

/** What chains had of a coin at the cut: what they hold at their blocks less what came after; never below zero. A coin counts for itself alone. */
export function reservesOf(chains: readonly ReservePart[], coin: string): bigint {
  const sum = chains.reduce((all, { tokens, after, addresses }) => {
    const decimals = tokens[coin]?.decimals
    if (decimals === undefined) return all
    const base = addresses.reduce((held, { amounts }) => held + BigInt(amounts[coin] ?? '0'), 0n)
    return all + unitsOf(base, decimals) - BigInt(after[coin] ?? '0')
  }, 0n)
  return sum > 0n ? sum : 0n
}

/** A coin against what is owed of it, in units. What is at a fund's venue is owed by the fund's orders, and no chain shows it. */
export type Covering = {
  readonly coin: string
  readonly reserves: bigint
  readonly owed: bigint
  readonly venue: bigint
  readonly isCovered: boolean
  /** Reserves for what is owed on chains, in 10⁻⁸, rounded down; undefined where nothing is. */
  readonly ratio: bigint | undefined
}

/** Each coin against what is owed of it. */
export function coveringOf(
  { assets, reserves }: Pick<ReserveStatement, 'assets' | 'reserves'>,
  { owed, booked }: Pick<Statement, 'owed' | 'booked'>,
): readonly Covering[] {
  return assets.map((coin, place) => {
    const [there, all, venue] = [reserves[place], owed[place], booked.venue[place]].map((text) => BigInt(text ?? '0'))
    const [has, owes, away] = [there ?? 0n, all ?? 0n, venue ?? 0n]
    const onChains = owes > away ? owes - away : 0n
    const ratio = onChains === 0n ? undefined : (has * unitsPerOne) / onChains
    return { coin, reserves: has, owed: owes, venue: away, isCovered: has >= onChains, ratio }
  })
}

export type LookFacts = {
  readonly statement: Statement
  /** SHA-256 of its text. */
  readonly digest: string
  readonly chains: readonly ReservePart[]
  readonly made: Date
}

/** What is published and signed of what there is, as text, with the coins of which there is less than is owed. */
export function reserveText({ statement, digest, chains, made }: LookFacts): {
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
