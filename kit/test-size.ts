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
