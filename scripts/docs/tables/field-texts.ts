import { toJsonSchema } from '@valibot/to-json-schema'
import { textsOf } from '#kit/text/catalogue.server.ts'
import { appFields } from '#kit/wire/app-fields.ts'
import { wireNameOf } from '#kit/wire/names.ts'
import { headers } from '#kit/wire/signing/headers.ts'
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
    .filter((field) => textsOf('en').has(`field.${field}`) === appFields.has(field))
    .map(
      (field) =>
        `'${field}' needs a text 'field.${field}' in locales/en.po or a place in kit/wire/app-fields.ts, not both`,
    )
}
