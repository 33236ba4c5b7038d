import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Test sizes: `least` for every run, `turn` when selected (scripts/run/shares.ts), `all` with TEST_ALL=1. */
export type Sizes<T> = { readonly least: T; readonly turn: T; readonly all: T }

const root = fileURLToPath(new URL('../..', import.meta.url))
const turns = new Set((process.env.TEST_TURNS ?? '').split(','))

export const isAll = process.env.TEST_ALL === '1'

/** @param file `import.meta.url` of the test */
export function sizeOf<T>(file: string, { least, turn, all }: Sizes<T>): T {
  if (isAll) return all
  return turns.has(relative(root, fileURLToPath(file)).split(sep).join('/')) ? turn : least
}

export function oneOf<T>(name: string, looks: readonly T[]): T | undefined {
  const digest = createHash('sha256')
    .update(`${process.env.TEST_COMMIT ?? ''} ${name}`)
    .digest()
  return looks[digest.readUInt32BE() % looks.length]
}
