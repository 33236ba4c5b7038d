import type * as v from 'valibot'
import { expect, it } from 'vitest'
import { wireNameOf, wireNames } from '#kit/wire/names.ts'
import { loadContracts } from './tables/calls.ts'

type Parts = {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly pipe?: readonly v.GenericSchema[]
  readonly options?: readonly v.GenericSchema[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
}

function namesUnder(schema: v.GenericSchema, names?: Readonly<Record<string, string>>): string[] {
  const { entries, pipe, options, wrapped, item } = schema as Parts
  const own = Object.entries(entries ?? {}).map(([internal, { type }]) => {
    const name = wireNameOf(schema, internal, names)
    return name === 'code' && type === 'number' ? 'code of a record' : name
  })
  const inner = [...Object.values(entries ?? {}), pipe?.[0], ...(options ?? []), wrapped, item]
  const schemas = inner.filter((each) => typeof each === 'object' && each !== schema)
  return [...own, ...schemas.flatMap((each) => namesUnder(each as v.GenericSchema))]
}

it('calls a thing by one name in every call, at the top and in lists: the name of the specification', async () => {
  // `code` is only a verification code and `days` only a count. Records have a `type`, orders a `period`.
  const inside = new Set(Object.keys(wireNames))
  const wrong: string[] = []
  for (const { contract } of await loadContracts()) {
    const names = [...namesUnder(contract.input, contract.wire), ...namesUnder(contract.output, contract.wire)]
    for (const name of names)
      if (inside.has(name) || /^(pairId|code of .*)$/.test(name)) wrong.push(`${contract.path} ${name}`)
  }
  expect(wrong).toEqual([])
})
