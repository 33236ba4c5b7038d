import { schemaNames } from './schema-names.ts'
import { type JsonSchema, schemaRef } from './wire-schema.ts'

/** `POST /path` has the answer's data, `POST /path ?` the request's fields, `order event` the data of an event. */
export type Trees = Readonly<Record<string, JsonSchema>>

const isShape = ({ type, properties, enum: words }: JsonSchema): boolean =>
  (type === 'object' && Object.keys(properties ?? {}).length > 1) || (words?.length ?? 0) > 1

const shapeText = ({ description: _note, default: _preset, ...shape }: JsonSchema): string => JSON.stringify(shape)

function mapped(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, ...rest } = schema
  const either = (['anyOf', 'oneOf', 'allOf'] as const).filter((list) => schema[list])
  return {
    ...rest,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, change(each)])) }
      : {}),
    ...(items ? { items: change(items) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object' ? change(additionalProperties) : additionalProperties,
        }),
    ...Object.fromEntries(either.map((list) => [list, schema[list]?.map(change)])),
  }
}

const inside = (schema: JsonSchema | undefined): readonly JsonSchema[] =>
  schema ? [schema, ...[schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(inside)] : []

/** `items.order`: through lists, choices and nullable fields. */
function shapeAt(trees: Trees, place: string): JsonSchema | undefined {
  const [, call = '', path = ''] = /^(\S+ \S+(?: \?)?)(?: ([\w.]+))?$/.exec(place) ?? []
  const names = path ? path.split('.') : []
  const found = names.reduce<JsonSchema | undefined>(
    (at, name) => inside(at).find(({ properties }) => properties?.[name])?.properties?.[name],
    trees[call],
  )
  return inside(found).find(isShape)
}

export type Shared = {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly trees: Trees
  /** Places of `schemaNames` without a shape, and shapes in several places without a name. */
  readonly problems: readonly string[]
}

export function shareSchemas(trees: Trees): Shared {
  const shapes = Object.entries(schemaNames).map(([name, place]) => [name, place, shapeAt(trees, place)] as const)
  const names = new Map(shapes.flatMap(([name, , shape]) => (shape ? [[shapeText(shape), name] as const] : [])))
  const repeated = new Map<string, number>()
  const reduce = (schema: JsonSchema): JsonSchema => {
    if (!isShape(schema)) return mapped(schema, reduce)
    const text = shapeText(schema)
    const name = names.get(text)
    repeated.set(text, (repeated.get(text) ?? 0) + 1)
    if (!name) return mapped(schema, reduce)
    const { description, default: preset } = schema
    return {
      ...schemaRef(name),
      ...(description === undefined ? {} : { description }),
      ...(preset === undefined ? {} : { default: preset }),
    }
  }
  const reduceTree = (call: string, tree: JsonSchema) => (call.endsWith('?') ? mapped(tree, reduce) : reduce(tree))
  const reduced = Object.fromEntries(Object.entries(trees).map(([call, tree]) => [call, reduceTree(call, tree)]))
  const missing = shapes.filter(([, , shape]) => !shape).map(([name, place]) => `${name}: nothing at ${place}`)
  const unnamed = [...repeated].filter(([text, times]) => times > 1 && !names.has(text)).map(([text]) => text)
  return {
    schemas: Object.fromEntries(
      shapes.flatMap(([name, , shape]) => (shape ? [[name, mapped(shape, reduce)] as const] : [])),
    ),
    trees: reduced,
    problems: [...missing, ...unnamed],
  }
}
