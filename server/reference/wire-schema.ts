import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { type Names, wireNameOf } from '#kit/wire/names.ts'
import { fieldNotes } from './field-notes.ts'

export type JsonSchema = { readonly [key: string]: unknown }
export type ObjectSchema = JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}

type Parts = {
  readonly type: string
  readonly entries?: Readonly<Record<string, Parts>>
  readonly wrapped?: Parts
  readonly pipe?: readonly Parts[]
  readonly options?: readonly unknown[]
}

/** The words a field is chosen from, where they are checked after its text was read: what a caller may send. */
function wordsOf({ wrapped, pipe }: Parts): readonly unknown[] | undefined {
  if (wrapped) return wordsOf(wrapped)
  return pipe?.find(({ type }, at) => at > 0 && type === 'picklist')?.options
}

/** A number that may come as its digits, as in a query, is an integer: no text has to satisfy both. */
function asInteger(json: JsonSchema): JsonSchema {
  if (json.type !== 'integer' || !json.anyOf) return json
  const { anyOf: _either, ...integer } = json
  return integer
}

/** Fields under their wire names, with what is to be known of each. */
function fieldsOf(schema: Parts, json: JsonSchema, names: Names | undefined): JsonSchema {
  const { properties = {}, required = [] } = json as Partial<ObjectSchema>
  const nameOf = (house: string) => wireNameOf(schema as unknown as v.GenericSchema, house, names)
  const fields = Object.entries(properties).map(([house, field]) => {
    const name = nameOf(house)
    const entry = schema.entries?.[house]
    const words = entry && !field.enum ? wordsOf(entry) : undefined
    const note = fieldNotes[name]
    return [name, { ...asInteger(field), ...(words ? { enum: words } : {}), ...(note ? { description: note } : {}) }]
  })
  return { ...json, properties: Object.fromEntries(fields), required: required.map(nameOf) }
}

/** A schema as the wire has it, with the wire's names at every depth. What valibot checks beyond JSON Schema is left out. */
export function wireSchema(schema: v.GenericSchema, mode: 'input' | 'output', names?: Names): ObjectSchema {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: mode,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const parts = valibotSchema as Parts
      if (!parts.entries) return undefined
      return fieldsOf(parts, jsonSchema as JsonSchema, parts === (schema as Parts) ? names : undefined) as never
    },
  })
  return json as unknown as ObjectSchema
}
