import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { fromHex, type Hex, toHex, word } from './keys/bytes.ts'

const hashOf = (signature: string): Hex => toHex(keccak_256(utf8ToBytes(signature)))
const selector = (signature: string): string => hashOf(signature).slice(0, 10)

const dayMs = 86_400_000
/** Days since 1970-01-01. */
export const dayNumber = (day: string): bigint => BigInt(Date.parse(`${day}T00:00:00Z`) / dayMs)

export const writtenTopic: Hex = hashOf('Written(uint256,bytes32,bytes32)')

/** Digest and root are 64 hexadecimal digits. */
export const writeData = (day: string, digest: string, root: string): Hex =>
  `0x${selector('write(uint256,bytes32,bytes32)').slice(2)}${word(dayNumber(day))}${digest}${root}`

export const writerData: Hex = `0x${selector('writer()').slice(2)}`

export const dayTopic = (day: string): Hex => `0x${word(dayNumber(day))}`

export const linesData = (day: string): Hex => `0x${selector('lines(uint256)').slice(2)}${word(dayNumber(day))}`

export type LogLine = { readonly digest: string; readonly blockNumber: number }

export function readLine(answer: Hex): LogLine | undefined {
  const bytes = fromHex(answer)
  if (bytes.length !== 64) return undefined
  const blockNumber = Number(BigInt(toHex(bytes.subarray(32))))
  return blockNumber === 0 ? undefined : { digest: toHex(bytes.subarray(0, 32)).slice(2), blockNumber }
}
