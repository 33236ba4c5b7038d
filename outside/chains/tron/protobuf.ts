import { concatBytes } from '@noble/hashes/utils.js'

const numberWire = 0
const bytesWire = 2

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest ? low | 128 : low)
  } while (rest)
  return Uint8Array.from(bytes)
}

/** Omits zero, as proto3 does. @throws RangeError outside 0 to 2^63 - 1. */
export function numberField(field: number, value: bigint): Uint8Array {
  if (value < 0n || value >= 2n ** 63n) throw new RangeError('the number does not fit an int64 above zero')
  return value === 0n ? new Uint8Array() : concatBytes(varint(BigInt(field) * 8n + BigInt(numberWire)), varint(value))
}

export const bytesField = (field: number, value: Uint8Array): Uint8Array =>
  concatBytes(varint(BigInt(field) * 8n + BigInt(bytesWire)), varint(BigInt(value.length)), value)

export type Field = { readonly field: number; readonly value: bigint | Uint8Array }

function readVarint(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  let value = 0n
  for (let index = start; index < start + 10; index += 1) {
    const byte = bytes[index]
    if (byte === undefined) throw new RangeError('the message ends inside a number')
    value |= BigInt(byte & 127) << BigInt(7 * (index - start))
    if (byte < 128) return { value, end: index + 1 }
  }
  throw new RangeError('a number is too long')
}

/** @throws RangeError if malformed. */
export function readFields(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = readVarint(bytes, at)
    const field = Number(tag.value >> 3n)
    const wire = Number(tag.value & 7n)
    const next = readVarint(bytes, tag.end)
    if (wire === numberWire) {
      fields.push({ field, value: next.value })
      at = next.end
    } else if (wire === bytesWire) {
      at = next.end + Number(next.value)
      if (at > bytes.length) throw new RangeError('the message ends inside a field')
      fields.push({ field, value: bytes.subarray(next.end, at) })
    } else throw new RangeError(`a field is written in way ${wire}, which TRON does not use`)
  }
  return fields
}

/** @throws RangeError if it is missing or a number */
export function bytesIn(fields: readonly Field[], field: number): Uint8Array {
  const found = fields.find((each) => each.field === field)?.value
  if (!(found instanceof Uint8Array)) throw new RangeError(`field ${field} is missing`)
  return found
}

/** Missing means zero. @throws RangeError if it is bytes */
export function numberIn(fields: readonly Field[], field: number): bigint {
  const found = fields.find((each) => each.field === field)?.value ?? 0n
  if (found instanceof Uint8Array) throw new RangeError(`field ${field} is not a number`)
  return found
}
