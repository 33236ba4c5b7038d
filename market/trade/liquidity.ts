import { divide } from '#kit/amount/amount.ts'

/** Reserves in units, and all shares, including the company's. */
export type Liquidity = { readonly base: bigint; readonly quoted: bigint; readonly shares: bigint }
export type Stake = Liquidity

/** Integer square root, rounded down (Newton). */
export function rootOf(square: bigint): bigint {
  if (square < 2n) return square
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/**
 * The first stake of a and b gets √(a·b) shares. Later ones get the smaller of a ÷ Ra and b ÷ Rb times all shares (R: reserve). Rounded
 * down.
 */
export function sharesFor({ base, quoted, shares }: Liquidity, baseUnits: bigint, quotedUnits: bigint): bigint {
  if (shares === 0n || base === 0n || quoted === 0n) return rootOf(baseUnits * quotedUnits)
  const byBase = divide(baseUnits * shares, base, 'down')
  const byQuoted = divide(quotedUnits * shares, quoted, 'down')
  if (byQuoted < byBase) return byQuoted
  return byBase
}

/** Coins taken for new shares, in the market's ratio. Rounded up, never more than offered, so that others are never diluted. */
export function stakeOf(market: Liquidity, baseUnits: bigint, quotedUnits: bigint): Stake {
  const shares = sharesFor(market, baseUnits, quotedUnits)
  if (market.shares === 0n || market.base === 0n || market.quoted === 0n)
    return { shares, base: baseUnits, quoted: quotedUnits }
  return {
    shares,
    base: divide(shares * market.base, market.shares, 'up'),
    quoted: divide(shares * market.quoted, market.shares, 'up'),
  }
}

/** Coins for the shares, rounded down. @param shares at most all of them. */
export const worthOf = (market: Liquidity, shares: bigint): Stake => ({
  shares,
  base: shares === 0n ? 0n : divide(market.base * shares, market.shares, 'down'),
  quoted: shares === 0n ? 0n : divide(market.quoted * shares, market.shares, 'down'),
})

export const joined = (market: Liquidity, stake: Stake): Liquidity => ({
  base: market.base + stake.base,
  quoted: market.quoted + stake.quoted,
  shares: market.shares + stake.shares,
})
export const left = (market: Liquidity, stake: Stake): Liquidity => ({
  base: market.base - stake.base,
  quoted: market.quoted - stake.quoted,
  shares: market.shares - stake.shares,
})
