import { addressWord, type Hex, word } from '../keys/bytes.ts'

/** keccak256("Transfer(address,address,uint256)") */
export const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export const transferData = (to: string, baseUnits: bigint): Hex => `0xa9059cbb${addressWord(to)}${word(baseUnits)}`
/** Only our test tokens support it. */
export const mintData = (to: string, baseUnits: bigint): Hex => `0x40c10f19${addressWord(to)}${word(baseUnits)}`
export const balanceOfData = (owner: string): Hex => `0x70a08231${addressWord(owner)}`

const ledgerDecimals = 8

/** @throws if the token has too few decimals: outgoing amounts are never rounded. */
export function toBaseUnits(units: bigint, decimals: number): bigint {
  if (decimals >= ledgerDecimals) return units * 10n ** BigInt(decimals - ledgerDecimals)
  const step = 10n ** BigInt(ledgerDecimals - decimals)
  if (units % step !== 0n) throw new RangeError(`${units} units cannot be said with ${decimals} decimals`)
  return units / step
}

/** Rounds down to 10⁻⁸; the remainder, in base units, stays on chain as surplus. */
export function fromBaseUnits(baseUnits: bigint, decimals: number): { units: bigint; remainder: bigint } {
  if (decimals < ledgerDecimals) return { units: baseUnits * 10n ** BigInt(ledgerDecimals - decimals), remainder: 0n }
  const step = 10n ** BigInt(decimals - ledgerDecimals)
  return { units: baseUnits / step, remainder: baseUnits % step }
}
