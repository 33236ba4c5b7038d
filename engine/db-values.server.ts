/**
 * Arrays become array literals, other objects JSON. Pass a JSON array as text. A Buffer is sent in its type's binary form. For bytea that
 * is its bytes.
 */
export const encodeParam = (value: unknown): string | Buffer | null =>
  value instanceof Buffer ? value : encodeText(value)

function encodeText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function arrayLiteral(values: readonly unknown[]): string {
  const parts = values.map((value) => {
    if (Array.isArray(value)) return arrayLiteral(value)
    const text = encodeText(value)
    if (text === null) return 'NULL'
    if (typeof value === 'bigint' || typeof value === 'number') return text
    return `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${parts.join(',')}}`
}

type Parse = (text: string) => unknown

const parseMoment: Parse = (text) => {
  const moment = new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z'))
  if (Number.isNaN(moment.getTime())) throw new RangeError(`not a moment in UTC: ${text}`)
  return moment
}
const parseBytes: Parse = (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))
const arrayOf = (parse: Parse) => (text: string) => parseArray(text, parse)

/** By PostgreSQL type OID. Other types stay text (numeric, date, uuid …). */
const parsers: Readonly<Record<number, Parse>> = {
  16: (text) => text === 't',
  17: parseBytes,
  20: BigInt,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  1000: arrayOf((text) => text === 't'),
  1005: arrayOf(Number),
  1007: arrayOf(Number),
  1009: arrayOf(String),
  1015: arrayOf(String),
  1016: arrayOf(BigInt),
  1184: parseMoment,
  1185: arrayOf(parseMoment),
  1231: arrayOf(String),
  2951: arrayOf(String),
  3802: JSON.parse,
}

export const parserOf = (typeNumber: number): Parse => parsers[typeNumber] ?? String

/** Parses one dimension. */
function parseArray(text: string, parse: Parse): unknown[] {
  const values: unknown[] = []
  const item = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/g
  for (const [, quoted, bare] of text.slice(text.indexOf('{')).matchAll(item))
    if (quoted !== undefined) values.push(parse(quoted.replace(/\\(.)/g, '$1')))
    else values.push(bare === 'NULL' ? null : parse(bare ?? ''))
  return values
}
