import { readHeld, readWhole } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type ReservePart, unitsOf } from '#proofs/reserves/reserves.ts'
import type { proofReserves } from '../reserves.contract.ts'

/** Decimal strings for display. */
export type CoveredCoin = Readonly<Record<'coin' | 'reserves' | 'owed' | 'venue', string>> & {
  readonly covered: boolean
  readonly ratio: string | null
}

export type UnitsNow = ReadonlyMap<string, bigint>

/** Whether the statement's reserves, adjusted by later changes on chains read here, cover the debt on chains. @throws Unreadable */
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
const none = '0'

/** The first coin whose figures differ from the signed ones. @throws Unreadable */
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
