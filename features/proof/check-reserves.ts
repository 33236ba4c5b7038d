import { showUnits } from '#kit/amount.ts'
import { readHeld, readWhole } from '#kit/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { coveringOf, type ReservePart, readHotText, unitsOf } from '#proofs/reserves/reserves.ts'
import type { Published } from '#proofs/tree/format.ts'
import { readStatement } from '../../docs/proof/verify.mjs'
import { checkKeys, readReserves } from '../../docs/proof/verify-reserves.mjs'
import type { proofReserves } from './reserves.contract.ts'

export type ReservesQuestion = { readonly reserves: Published; readonly owing: Published }
export type ReservesAnswer =
  /** `payers`: whose key pays from each payout contract, for whoever asks the contract. `coins`: what the signed texts come to. */
  | {
      readonly is: 'right'
      readonly payers: Readonly<Record<string, string>>
      readonly coins: readonly CoveredCoin[]
    }
  | { readonly is: 'wrong'; readonly detail: string }

/** Decimal text, as screens show it. */
export type CoveredCoin = Readonly<Record<'coin' | 'reserves' | 'owed' | 'venue', string>> & {
  readonly covered: boolean
  readonly ratio: string | null
}

export type HotQuestion = { readonly hot: Published }
export type HotAnswer =
  /** What withdrawals are paid from, chain by chain: each address is one that the house has the key of, or names its payer. */
  | { readonly is: 'right'; readonly chains: readonly ReservePart[]; readonly payers: Readonly<Record<string, string>> }
  | { readonly is: 'wrong'; readonly detail: string }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

/** Checks what can be checked without a chain: that a statement of reserves is signed, adds up, counts nothing twice, and that each key said so. */
export async function checkReserves(
  { reserves, owing }: ReservesQuestion,
  isSigned: IsSigned,
): Promise<ReservesAnswer> {
  try {
    const { said } = await readReserves(reserves, owing, isSigned)
    const coins = coveringOf(said, await readStatement(owing, isSigned)).map(
      ({ coin, isCovered, ratio, reserves: there, owed, venue }) => ({
        coin,
        reserves: showUnits(there),
        owed: showUnits(owed),
        venue: showUnits(venue),
        covered: isCovered,
        ratio: ratio === undefined ? null : showUnits(ratio),
      }),
    )
    return { is: 'right', payers: await checkKeys(said), coins }
  } catch (error) {
    return { is: 'wrong', detail: (error as Error).message }
  }
}

/** Checks what is said of what withdrawals are paid from alone: that it is signed, of such addresses, and that each key said so. */
export async function checkHot({ hot }: HotQuestion, isSigned: IsSigned): Promise<HotAnswer> {
  try {
    if (!(await isSigned(hot.text, hot.signature, hot.publicKey))) return { is: 'wrong', detail: 'signature' }
    const { epoch, chains } = readHotText(hot.text)
    return { is: 'right', chains, payers: await checkKeys({ epoch, chains }) }
  } catch (error) {
    return { is: 'wrong', detail: (error as Error).message }
  }
}

/** Units by coin, as this device read them at the newest block of a chain. */
export type UnitsNow = ReadonlyMap<string, bigint>

/**
 * Whether what is there now is still enough for all that was owed on chains at the end of the day: what the statement counts, changed by what
 * moved since on the chains that were read. @throws Unreadable
 */
export function coversNow(
  coins: readonly CoveredCoin[],
  parts: readonly ReservePart[],
  now: ReadonlyMap<string, UnitsNow>,
): boolean {
  const heldIn = ({ addresses }: ReservePart, coin: string, decimals: number): bigint =>
    unitsOf(
      addresses.reduce((sum, { amounts }) => sum + readWhole(amounts[coin] ?? none), 0n),
      decimals,
    )
  return coins.every(({ coin, reserves, owed, venue }) => {
    const moved = parts.reduce((sum, part) => {
      const there = now.get(part.chain)?.get(coin)
      const decimals = part.tokens[coin]?.decimals
      return there === undefined || decimals === undefined ? sum : sum + there - heldIn(part, coin, decimals)
    }, 0n)
    return readHeld(reserves) + moved >= readHeld(owed) - readHeld(venue)
  })
}
/** Of a coin that an address does not name. */
const none = '0'

/** The first coin whose figures on the screen are not those of the signed texts. @throws Unreadable */
export function otherFigure(
  items: OutputOf<typeof proofReserves>['items'],
  coins: readonly CoveredCoin[],
): string | undefined {
  const textOf = (each: Omit<CoveredCoin, 'ratio'> & { readonly ratio: string | null }): string =>
    [
      each.coin,
      ...[each.reserves, each.owed, each.venue].map((amount) => `${readHeld(amount)}`),
      each.ratio === null ? '-' : `${readHeld(each.ratio)}`,
      `${each.covered}`,
    ].join(' ')
  const odd = coins.find((coin, place) => {
    const item = items[place]
    return !item || textOf(item) !== textOf(coin)
  })
  return odd ? `figures of ${odd.coin}` : items.length === coins.length ? undefined : 'figures of another coin'
}
