export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

const isType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const patterns = new Map<string, RegExp>()
function fits(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known.test(text)
}

/** Path and reason of a schema mismatch, or undefined. */
export function misfit(schema: Schema, value: unknown, at = '$'): string | undefined {
  const either = schema.anyOf ?? schema.oneOf
  if (either) {
    const whys = either.map((option) => misfit(option, value, at))
    return whys.includes(undefined) ? undefined : whys.join(' | ')
  }
  if ('const' in schema && value !== schema.const) return `${at} is not ${schema.const}`
  if (schema.enum && !schema.enum.includes(value)) return `${at} ${JSON.stringify(value)} is none of its words`
  if (schema.type && !isType[schema.type]?.(value)) return `${at} is not ${schema.type}: ${JSON.stringify(value)}`
  if (typeof value === 'string') return misfitText(schema, value, at)
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema
    return value < minimum || value > maximum ? `${at} ${value} is out of its range` : undefined
  }
  if (Array.isArray(value))
    return first(value, (each, place) => schema.items && misfit(schema.items, each, `${at}[${place}]`))
  return typeof value === 'object' && value !== null
    ? misfitFields(schema, value as Record<string, unknown>, at)
    : undefined
}

function misfitText({ pattern, minLength = 0, maxLength = Infinity, format }: Schema, text: string, at: string) {
  if (pattern && !fits(pattern, text)) return `${at} ${JSON.stringify(text)} does not fit ${pattern}`
  if (text.length < minLength || text.length > maxLength) return `${at} has ${text.length} characters`
  return format === 'date-time' && Number.isNaN(Date.parse(text)) ? `${at} ${text} is no moment` : undefined
}

function misfitFields(
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Record<string, unknown>,
  at: string,
) {
  const missing = required.find((name) => !(name in value))
  if (missing) return `${at} lacks ${missing}`
  return first(Object.entries(value), ([name, inner]) => {
    const known = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    return known && misfit(known, inner, `${at}.${name}`)
  })
}

function first<Item>(
  list: readonly Item[],
  look: (item: Item, place: number) => string | undefined,
): string | undefined {
  for (const [place, item] of list.entries()) {
    const found = look(item, place)
    if (found) return found
  }
  return undefined
}
