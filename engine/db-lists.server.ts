/** Array parameters in PostgreSQL's binary form, one-dimensional, which the server parses faster than text. Pass results unconverted. */

/** PostgreSQL type OIDs. */
const types = { int2: 21, int4: 23, int8: 20, text: 25, timestamptz: 1184 } as const
const headBytes = 20
/** PostgreSQL counts microseconds from 2000-01-01. */
const epochMs = 946_684_800_000

/** Begins a list: dimensions, null flag, type, length, lower bound. */
function begin(type: keyof typeof types, length: number, bytes: number, hasNulls = 0): Buffer {
  const list = Buffer.allocUnsafe(headBytes + bytes)
  const head = [1, hasNulls, types[type], length, 1]
  for (const [place, value] of head.entries()) list.writeInt32BE(value, place * 4)
  return list
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) => new DataView(buffer, byteOffset, byteLength)

/** @throws RangeError for a number that does not fit. */
function numbers(type: 'int2' | 'int4', width: 2 | 4, values: readonly number[]): Buffer {
  const list = begin(type, values.length, values.length * (4 + width))
  const view = viewOf(list)
  let at = headBytes
  for (const value of values) {
    const fits = width === 2 ? (value << 16) >> 16 === value : (value | 0) === value
    if (!fits) throw new RangeError(`${value} is no ${type}`)
    view.setInt32(at, width)
    if (width === 2) view.setInt16(at + 4, value)
    else view.setInt32(at + 4, value)
    at += 4 + width
  }
  return list
}

/** -32768 to 32767. @throws RangeError for others. */
export const int2List = (values: readonly number[]): Buffer => numbers('int2', 2, values)

/** -2³¹ to 2³¹ - 1. @throws RangeError for others. */
export const int4List = (values: readonly number[]): Buffer => numbers('int4', 4, values)

/** -2⁶³ to 2⁶³ - 1; a `number` must be a safe integer. @throws RangeError for others. */
export function int8List(values: ArrayLike<number> | ArrayLike<bigint>): Buffer {
  const list = begin('int8', values.length, values.length * 12)
  const view = viewOf(list)
  for (let place = 0, at = headBytes; place < values.length; place += 1, at += 12) {
    const value = values[place] as number | bigint
    view.setInt32(at, 8)
    if (typeof value === 'number') setInteger(view, at + 4, value)
    else if (BigInt.asIntN(64, value) === value) view.setBigInt64(at + 4, value)
    else throw new RangeError(`${value} is no int8`)
  }
  return list
}

/** Times in milliseconds since 1970, like `Date.getTime`. */
export function momentList(values: readonly number[]): Buffer {
  const list = begin('timestamptz', values.length, values.length * 12)
  const view = viewOf(list)
  let at = headBytes
  for (const value of values) {
    view.setInt32(at, 8)
    setInteger(view, at + 4, (value - epochMs) * 1000)
    at += 12
  }
  return list
}

function setInteger(view: DataView, at: number, value: number) {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`)
  view.setInt32(at, Math.floor(value / 2 ** 32))
  view.setInt32(at + 4, value | 0)
}

const lengths = Array.from({ length: 256 }, (_, length) => `\0\0\0${String.fromCharCode(length)}`)
const nullLength = '\xff\xff\xff\xff'

/** Undefined becomes NULL. */
export function textList(values: readonly (string | undefined)[]): Buffer {
  let all = ''
  let short = true
  let hasNulls = 0
  for (const value of values)
    if (value === undefined) {
      all += nullLength
      hasNulls = 1
    } else {
      if (value.length > 255) short = false
      all += lengths[value.length & 255] + value
    }
  if (short && isAscii(values)) {
    const list = begin('text', values.length, all.length, hasNulls)
    list.write(all, headBytes, 'latin1')
    return list
  }
  const parts = values.flatMap((value) => {
    const text = Buffer.from(value ?? '')
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === undefined ? -1 : text.length)
    return [length, text]
  })
  return Buffer.concat([begin('text', values.length, 0, hasNulls), ...parts])
}

const isAscii = (values: readonly (string | undefined)[]) => !/[\u0080-\uffff]/.test(values.join(''))
