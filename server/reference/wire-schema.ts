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

function wordsOf({ wrapped, pipe }: Parts): readonly unknown[] | undefined {
  if (wrapped) return wordsOf(wrapped)
  return pipe?.find(({ type }, at) => at > 0 && type === 'picklist')?.options
}

/** Describes a number that may arrive as digits as an integer. Otherwise a value might match both forms. */
function asInteger(json: JsonSchema): JsonSchema {
  if (json.type !== 'integer' || !json.anyOf) return json
  const { anyOf: _either, ...integer } = json
  return integer
}

function fieldsOf(schema: Parts, json: JsonSchema, names: Names | undefined): JsonSchema {
  const { properties = {}, required = [] } = json as Partial<ObjectSchema>
  const nameOf = (internal: string) => wireNameOf(schema as unknown as v.GenericSchema, internal, names)
  const fields = Object.entries(properties).map(([internal, field]) => {
    const name = nameOf(internal)
    const entry = schema.entries?.[internal]
    const words = entry && !field.enum ? wordsOf(entry) : undefined
    const note = fieldNotes[name]
    return [name, { ...asInteger(field), ...(words ? { enum: words } : {}), ...(note ? { description: note } : {}) }]
  })
  return { ...json, properties: Object.fromEntries(fields), required: required.map(nameOf) }
}

/** JSON Schema with wire names at every depth. Omits checks that JSON Schema cannot express. */
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
