import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueOf } from '#kit/catalogue.server.ts'
import { root } from '../run/command.ts'
import { readCode } from '../tidy/source.ts'

/** Texts loaded with every screen: errors, field errors, and the proof banner. */
const always = ['core', 'errors', 'fields', 'proof-line']

/** Full text IDs, and prefixes that the module completes. */
type Module = {
  readonly ids: readonly string[]
  readonly beginnings: readonly string[]
  readonly imports: readonly string[]
}

const modules = new Map<string, Module>()
function readModule(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  // Type imports and workers contribute no texts.
  const silent = /^import (?:type [^']*'[^']+'|[^']*'[^']+\?worker[^']*')/gm
  const written = readFileSync(join(root, path), 'utf8').replace(silent, '')
  const { imports, lines } = readCode({ path, text: written })
  const text = lines.join('\n')
  const module = {
    ids: [...text.matchAll(/['"`]([a-z_]+(?:\.[\w]+)+)['"`]/g)].map(([, id = '']) => id),
    beginnings: [...text.matchAll(/`([a-z_]+\.[\w.]*)\$\{/g)].map(([, beginning = '']) => beginning),
    imports: imports.map(({ to }) => to).filter((to) => /\.tsx?$/.test(to) && existsSync(join(root, to))),
  }
  modules.set(path, module)
  return module
}

/** Skips contracts, which contain no texts. */
function reachedFrom(start: string): readonly string[] {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path) || /^locales\/|\.(contract|store|api|job)\.ts$/.test(path)) return
    reached.add(path)
    for (const next of readModule(path).imports) visit(next)
  }
  visit(start)
  return [...reached]
}

export function areasModule(): string {
  const areaOf = new Map(catalogueOf('en').map(({ id, area }) => [id, area]))
  const routes = readFileSync(join(root, 'web/routes.ts'), 'utf8')
  const rows = [...routes.matchAll(/^ {2}'([^']+)': \{\n {4}load: async \(\) => \(await import\('([^']+)'\)/gm)].map(
    ([, path = '', written = '']) => {
      const start = written.startsWith('#') ? written.slice(1) : join('web', written)
      const said = reachedFrom(start).map(readModule)
      const found = new Set([
        ...said.flatMap(({ ids }) => ids.flatMap((id) => areaOf.get(id) ?? [])),
        ...said.flatMap(({ beginnings }) =>
          beginnings.flatMap((beginning) =>
            [...areaOf].flatMap(([id, area]) => (id.startsWith(beginning) ? [area] : [])),
          ),
        ),
      ])
      const areas = [...found].filter((area) => !always.includes(area)).sort()
      const names = areas.map((area) => `'${area}'`)
      const line = `  '${path}': [${names.join(', ')}],`
      return line.length <= 120 ? line : `  '${path}': [\n${names.map((name) => `    ${name},\n`).join('')}  ],`
    },
  )
  return `// Written by npm run docs from what the modules of each screen say: change those.
import type { Area } from '#locales/keys.ts'

/** What a screen says beside \`core\`, by its path: the areas of its texts (locales/en.po). */
export const areasOf: Readonly<Record<string, readonly Area[]>> = {
${rows.join('\n')}
}
`
}
