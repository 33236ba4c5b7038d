import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import * as f from '#kit/wire/fields.ts'
import { type Names, wireNameOf } from '#kit/wire/names.ts'
import { noteOf } from './field-notes.ts'

export type JsonSchema = {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  /** In user-perceived characters. */
  readonly lengthMax?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}
export type ObjectSchema = JsonSchema & Required<Pick<JsonSchema, 'properties' | 'required'>>

type Mode = 'input' | 'output'
type Parts = {
  readonly type: string
  readonly entries?: Readonly<Record<string, Parts>>
  readonly wrapped?: Parts
  readonly item?: Parts
  readonly value?: Parts
  readonly pipe?: readonly Parts[]
  readonly options?: readonly unknown[]
}

/** @param at the call, and the names on the way to the field */
type Place = { readonly mode: Mode; readonly at: readonly string[]; readonly names?: Names | undefined }

const scalars: Readonly<Record<string, readonly [v.GenericSchema, Mode, string]>> = {
  Amount: [f.exactAmount, 'output', 'Decimal text with at most 8 decimals. May be negative.'],
  HeldAmount: [f.heldAmount, 'output', 'Decimal text with at most 8 decimals. Never negative.'],
  TypedAmount: [f.typedAmount, 'input', 'Decimal text above 0 with at most 2 decimals.'],
  Moment: [f.moment, 'output', 'ISO 8601, UTC. On the business clock, unless the field says otherwise.'],
  Day: [f.day, 'output', 'A day in UTC.'],
  PostingId: [f.postingId, 'output', 'The number of a history record, as text, because it exceeds 53 bits.'],
  PublicKey: [f.publicKey, 'output', 'Ed25519, 32 bytes, base64url without padding.'],
  Signature: [f.signature, 'output', 'Ed25519, 64 bytes, base64url without padding.'],
  Hash: [f.hash, 'output', 'SHA-256, hexadecimal.'],
  Code: [f.code, 'input', 'A verification code of 6 digits.'],
  WholeNumber: [f.wholeNumber, 'input', 'A whole number. Its digits as text are also accepted.'],
  Cursor: [f.cursor, 'input', 'The `next` of the previous page. Leave it out for the first page.'],
}
const scalarNames = new Map<unknown, string>(Object.entries(scalars).map(([name, [schema]]) => [schema, name]))

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const wordsIn = (pipe: readonly Parts[]) => pipe.find(({ type }, at) => at > 0 && type === 'picklist')?.options

function ofWords(words: readonly unknown[]): JsonSchema {
  return { type: words.every((word) => typeof word === 'string') ? 'string' : 'integer', enum: words }
}

/** A number that may also arrive as digits is an integer. */
function simple({ anyOf, lengthMax, ...schema }: JsonSchema): JsonSchema {
  if (lengthMax !== undefined) {
    const { maxLength: _codeUnits, ...text } = schema
    return { ...text, description: `At most ${lengthMax} characters as a person counts them.` }
  }
  if (schema.type === 'integer') return schema
  // Amounts are text, so every number on the wire is whole.
  if (schema.type === 'number') return { ...schema, type: 'integer' }
  return anyOf ? { ...schema, anyOf } : schema
}

function refined(parts: Parts, json: JsonSchema, place: Place): JsonSchema {
  const scalar = scalarNames.get(parts)
  if (scalar) return schemaRef(scalar)
  const { wrapped, pipe, item, options, value } = parts
  if (wrapped && json.anyOf?.length === 2 && parts.type.startsWith('null')) {
    const [inner = {}, none = {}] = json.anyOf
    return { ...json, anyOf: [refined(wrapped, inner, place), none] }
  }
  if (wrapped) {
    const { default: preset, ...inner } = json
    return { ...refined(wrapped, inner, place), ...(preset === undefined ? {} : { default: preset }) }
  }
  const words = pipe ? wordsIn(pipe) : undefined
  const only = pipe?.find(({ type }, at) => at > 0 && type === 'values') as { requirement?: unknown[] } | undefined
  if (words) return ofWords(words)
  if (only?.requirement) return ofWords(only.requirement)
  if (json.enum) return ofWords(json.enum)
  if (json.properties) return fieldsOf(parts, json, place)
  if (json.items && item) return { ...json, items: refined(item, json.items, place) }
  if (value && typeof json.additionalProperties === 'object') {
    const { propertyNames, ...record } = json
    const isLimited = Object.keys(propertyNames ?? {}).length > 1
    const inner = refined(value, json.additionalProperties, place)
    return { ...record, ...(isLimited ? { propertyNames } : {}), additionalProperties: inner }
  }
  const [list, either] = json.oneOf ? (['oneOf', json.oneOf] as const) : (['anyOf', json.anyOf ?? []] as const)
  if (json.type || either.length !== options?.length) return simple(json)
  return { ...json, [list]: either.map((each, at) => refined(options[at] as Parts, each, place)) }
}

function fieldsOf(parts: Parts, json: JsonSchema, { mode, at, names }: Place): ObjectSchema {
  const nameOf = (internal: string) => wireNameOf(parts as unknown as v.GenericSchema, internal, names)
  const fields = Object.entries(json.properties ?? {}).map(([internal, field]) => {
    const name = nameOf(internal)
    const entry = parts.entries?.[internal]
    const inside = [...at, name]
    const note = noteOf(mode, inside)
    const schema = entry ? refined(entry, field, { mode, at: inside }) : field
    const description = [note, schema.description].filter(Boolean).join(' ')
    return [name, description ? { ...schema, description } : schema]
  })
  return { ...json, properties: Object.fromEntries(fields), required: (json.required ?? []).map(nameOf) }
}

const jsonOf = (schema: v.GenericSchema, typeMode: Mode): JsonSchema => {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode,
    target: 'draft-2020-12',
  })
  return json as JsonSchema
}

/** JSON Schema with wire names at every depth. */
export const wireSchema = (call: string, schema: v.GenericSchema, mode: Mode, names?: Names): ObjectSchema =>
  refined(schema as unknown as Parts, jsonOf(schema, mode), { mode, at: [call], names }) as ObjectSchema

export const scalarSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(scalars).map(([name, [schema, mode, description]]) => [
      name,
      { ...simple(jsonOf(schema, mode)), description },
    ]),
  )
