import type * as v from 'valibot'
import { expect } from '#kit/expect.ts'

export type Names = Readonly<Record<string, string>>

/** Wire names at every depth of inputs and outputs. */
export const wireNames: Names = {
  amount: 'number',
  asset: 'coin',
  chain: 'series',
  currentCode: 'o_code',
  currentPassword: 'o_password',
  exchangeId: 'exchange_id',
  fundId: 'robot_id',
  language: 'lang',
  newPassword: 'password',
  newProof: 'new_mnemonic',
  nodeId: 'node_id',
  noticeId: 'id',
  paymentMethod: 'paid',
  proof: 'mnemonic',
  receiverId: 'target',
  remark: 'real',
  repeatPassword: 'r_password',
  requestToken: 'req-token',
  sponsorId: 'parent',
}

const none: Names = {}
const ownNames = new WeakMap<object, Names>()

/** Overrides wire names for one object. */
export function named<Schema extends v.GenericSchema>(schema: Schema, names: Names): Schema {
  ownNames.set(schema, names)
  return schema
}

/** Fields with their wire names. Undefined if no name differs at any depth. */
type Shape = { readonly to: ReadonlyMap<string, Field>; readonly from: ReadonlyMap<string, Field> }
type Field = { readonly name: string; readonly inner: Shape | undefined }

type Parts = {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly pipe?: readonly v.GenericSchema[]
  readonly options?: readonly v.GenericSchema[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
}

/** Includes the objects of a union. */
function objectsIn(schema: v.GenericSchema): readonly (readonly [Required<Parts>['entries'], Names])[] {
  const { entries, pipe, options, wrapped, item } = schema as Parts
  if (entries) return [[entries, ownNames.get(schema) ?? none]]
  const inner = pipe ? pipe.slice(0, 1) : (options ?? [wrapped ?? item ?? []].flat())
  // A picklist's options are strings.
  return inner.filter((each) => typeof each === 'object').flatMap((each) => objectsIn(each as v.GenericSchema))
}

const shapes = new WeakMap<object, { readonly names: Names; readonly shape: Shape | undefined }>()

function shapeOf(schema: v.GenericSchema, names: Names = none): Shape | undefined {
  const known = shapes.get(schema)
  if (known?.names === names) return known.shape
  const shape = makeShape(schema, names)
  shapes.set(schema, { names, shape })
  return shape
}

function makeShape(schema: v.GenericSchema, names: Names): Shape | undefined {
  const to = new Map<string, Field>()
  const from = new Map<string, Field>()
  let isPlain = true
  for (const [entries, own] of objectsIn(schema))
    for (const [internal, field] of Object.entries(entries)) {
      const name = names[internal] ?? own[internal] ?? wireNames[internal] ?? internal
      const inner = shapeOf(field)
      const former = from.get(name)?.name ?? internal
      expect(
        former === internal && (to.get(internal)?.name ?? name) === name,
        `'${name}' stands for one thing, not ${internal}`,
      )
      to.set(internal, { name, inner })
      from.set(name, { name: internal, inner })
      if (name !== internal || inner) isPlain = false
    }
  return isPlain ? undefined : { to, from }
}

export const wireNameOf = (schema: v.GenericSchema, internal: string, names?: Names): string =>
  shapeOf(schema, names)?.to.get(internal)?.name ?? internal

function renamed(value: unknown, shape: Shape | undefined, direction: 'to' | 'from'): unknown {
  if (!shape || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => renamed(each, shape, direction))
  const fields = shape[direction]
  const pairs: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) {
    const field = fields.get(key)
    if (field) pairs.push([field.name, field.inner ? renamed(inner, field.inner, direction) : inner])
    // Internal names are not accepted on the wire.
    else if (direction === 'to' || !shape.to.has(key)) pairs.push([key, inner])
  }
  return Object.fromEntries(pairs)
}

export const toWire = (schema: v.GenericSchema, value: unknown, names?: Names): unknown =>
  renamed(value, shapeOf(schema, names), 'to')
export const fromWire = (schema: v.GenericSchema, value: unknown, names?: Names): unknown =>
  renamed(value, shapeOf(schema, names), 'from')
