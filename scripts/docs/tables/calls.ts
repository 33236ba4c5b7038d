import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { Access, Contract } from '#kit/wire/contract.ts'
import { wireNameOf } from '#kit/wire/names.ts'
import { refusalsOf } from '#kit/wire/refusals.ts'
import { root } from '../../run/command.ts'
import { table } from './table.ts'

const who: Record<Access, string> = {
  open: 'anyone',
  session: 'a signed-in wallet',
  background: 'a signed-in wallet, else 402 without a word',
  money: 'a signed-in wallet with a fresh wallet token',
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'summary' in value

export async function loadContracts(): Promise<{ name: string; contract: Contract }[]> {
  const files = ['kit/wire', 'identity', 'features'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.contract.ts'))
      .map((path) => join(root, folder, path)),
  )
  const found: { name: string; contract: Contract }[] = []
  for (const file of files.sort()) {
    const module = (await import(file)) as Record<string, unknown>
    for (const [name, contract] of Object.entries(module)) if (isContract(contract)) found.push({ name, contract })
  }
  return found.sort((a, b) =>
    a.contract.path < b.contract.path
      ? -1
      : a.contract.path > b.contract.path
        ? 1
        : a.contract.method < b.contract.method
          ? -1
          : 1,
  )
}

type Fields = { readonly properties?: Record<string, unknown>; readonly required?: readonly string[] }

/** Top level only: wire names, our names if different, and `?` for optional fields. */
function fields(schema: Contract['input'], contract: Contract, typeMode: 'input' | 'output'): string {
  const { properties = {}, required = [] } = toJsonSchema(schema, { errorMode: 'ignore', typeMode }) as Fields
  const names = Object.keys(properties).map((internal) => {
    const wire = wireNameOf(schema, internal, contract.wire)
    const optional = required.includes(internal) ? '' : '?'
    return wire !== internal ? `\`${wire}\`${optional} (${internal})` : `\`${internal}\`${optional}`
  })
  return names.join(', ') || '—'
}

export async function callsPage(): Promise<string> {
  const rows = (await loadContracts()).map(({ contract }) => [
    `${contract.method} \`/api${contract.path}\``,
    contract.summary,
    who[contract.access],
    fields(contract.input, contract, 'input'),
    fields(contract.output, contract, 'output'),
    refusalsOf(contract)
      .map((key) => `\`${key}\``)
      .join(' ') || '—',
  ])
  return `# Calls

Every call of the API, from its contract; the same contracts make \`/api/openapi.json\`. Names are those of the wire, ours in brackets
where they differ. Beside the refusals named, every call can answer those of \`request.*\`, \`session.*\` and \`field.*\`; the reference names
them call by call. How a request is signed stands in [client.md](../client.md).

${table(['Call', 'What it does', 'Who may', 'Takes', 'Answers', 'Refuses with'], rows)}
`
}
