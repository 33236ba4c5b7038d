import { toJsonSchema } from '@valibot/to-json-schema'
import { textsOf } from '#kit/catalogue.server.ts'
import { headers } from '#kit/wire/headers.ts'
import { wireNameOf } from '#kit/wire/names.ts'
import { loadContracts } from './calls.ts'

const everyCall = ['lang', 'source', 'timestamp', 'sign', headers.idempotencyKey]

/** Finds input fields without a readable name for errors. */
export async function fieldProblems(): Promise<string[]> {
  const taken = (await loadContracts()).flatMap(({ contract: { input, wire } }) =>
    Object.keys(toJsonSchema(input, { errorMode: 'ignore', typeMode: 'input' }).properties ?? {}).map((internal) =>
      wireNameOf(input, internal, wire),
    ),
  )
  return [...new Set([...everyCall, ...taken])]
    .filter((field) => !textsOf('en').has(`field.${field}`))
    .map((field) => `locales/en.po: 'field.${field}' is missing: a person reads it when the field is refused`)
}
