import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How much a random test does: in every run, in a run that has its turn (scripts/run/shares.ts), and with `npm test -- --all`. */
export type Sizes<T> = { readonly least: T; readonly turn: T; readonly all: T }

const root = fileURLToPath(new URL('..', import.meta.url))
const turns = new Set((process.env.TEST_TURNS ?? '').split(','))

/** Whether everything is tried. */
export const isAll = process.env.TEST_ALL === '1'

/** @param file `import.meta.url` of the test */
export function sizeOf<T>(file: string, { least, turn, all }: Sizes<T>): T {
  if (isAll) return all
  return turns.has(relative(root, fileURLToPath(file)).split(sep).join('/')) ? turn : least
}

/** One of several looks at the same thing: another with each commit. */
export function oneOf<T>(name: string, looks: readonly T[]): T | undefined {
  const digest = createHash('sha256')
    .update(`${process.env.TEST_COMMIT ?? ''} ${name}`)
    .digest()
  return looks[digest.readUInt32BE() % looks.length]
}
