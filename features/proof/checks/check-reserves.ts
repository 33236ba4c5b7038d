import { showUnits } from '#kit/amount/amount.ts'
import { coveringOf, type ReservePart, readHotText } from '#proofs/reserves/reserves.ts'
import type { Published } from '#proofs/tree/format.ts'
import { readStatement } from '../../../docs/proof/verify.mjs'
import { checkKeys, readReserves } from '../../../docs/proof/verify-reserves.mjs'
import type { CoveredCoin } from '../figures/reserve-figures.ts'

export type ReservesQuestion = { readonly reserves: Published; readonly owing: Published }
export type ReservesAnswer =
  /** `payers`: the paying key of each payout contract. `coins`: totals of the signed texts. */
  | {
      readonly is: 'right'
      readonly payers: Readonly<Record<string, string>>
      readonly coins: readonly CoveredCoin[]
    }
  | { readonly is: 'wrong'; readonly detail: string }

export type HotQuestion = { readonly hot: Published }
export type HotAnswer =
  /** Hot addresses by chain. Each belongs to our key, or `payers` names its paying key. */
  | { readonly is: 'right'; readonly chains: readonly ReservePart[]; readonly payers: Readonly<Record<string, string>> }
  | { readonly is: 'wrong'; readonly detail: string }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

/** Checks signatures, sums, duplicates and key ownership, without reading a chain. */
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

export async function checkHot({ hot }: HotQuestion, isSigned: IsSigned): Promise<HotAnswer> {
  try {
    if (!(await isSigned(hot.text, hot.signature, hot.publicKey))) return { is: 'wrong', detail: 'signature' }
    const { epoch, chains } = readHotText(hot.text)
    return { is: 'right', chains, payers: await checkKeys({ epoch, chains }) }
  } catch (error) {
    return { is: 'wrong', detail: (error as Error).message }
  }
}
