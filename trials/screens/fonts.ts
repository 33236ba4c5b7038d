import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { root } from '#scripts/run/command.ts'

/** Missing glyphs would change text size. npm fetches these versions into .cache/fonts; they are not dependencies. */
const families = {
  'noto-sans': ['Noto Sans', '5.3.0'],
  'noto-sans-sc': ['Noto Sans SC', '5.3.1'],
  'noto-sans-tc': ['Noto Sans TC', '5.3.1'],
  'noto-sans-jp': ['Noto Sans JP', '5.3.1'],
  'noto-sans-kr': ['Noto Sans KR', '5.3.1'],
  'noto-sans-thai': ['Noto Sans Thai', '5.3.0'],
  'noto-sans-khmer': ['Noto Sans Khmer', '5.3.0'],
  'noto-sans-devanagari': ['Noto Sans Devanagari', '5.3.0'],
  'noto-naskh-arabic': ['Noto Naskh Arabic', '5.3.0'],
} as const
const writtenIn: Readonly<Record<string, string>> = {
  'zh-Hans': 'Noto Sans SC',
  'zh-Hant': 'Noto Sans TC',
  ja: 'Noto Sans JP',
  ko: 'Noto Sans KR',
  th: 'Noto Sans Thai',
  km: 'Noto Sans Khmer',
  hi: 'Noto Sans Devanagari',
  ur: 'Noto Naskh Arabic',
}
const cache = join(root, '.cache', 'fonts')
const folder = join(cache, 'node_modules', '@fontsource-variable')
const names = Object.keys(families) as (keyof typeof families)[]

function fetchFonts(): void {
  if (names.every((name) => existsSync(join(folder, name, 'index.css')))) return
  mkdirSync(cache, { recursive: true })
  const wanted = names.map((name) => `@fontsource-variable/${name}@${families[name][1]}`)
  const given = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    cache,
  ]
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const { status } = spawnSync('npm', [...given, ...wanted], {
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ended with ${status}`)
}

/** Uses the theme's font names. Each language gets its own font, as on a phone. */
function rules(): string {
  const faces = names.map((name) =>
    readFileSync(join(folder, name, 'index.css'), 'utf8')
      .replaceAll(/font-family: *'[^']+'/g, `font-family: '${families[name][0]}'`)
      .replaceAll('./files/', `/fonts/${name}/files/`),
  )
  const languages = Object.entries(writtenIn).map(
    ([tag, family]) => `:root:lang(${tag}) { --font: "Noto Sans", "${family}", sans-serif }`,
  )
  const all = [...new Set(Object.values(writtenIn))].map((family) => `"${family}"`).join(', ')
  return [...faces, `:root { --font: "Noto Sans", ${all}, sans-serif }`, ...languages].join('\n')
}

/** Served from the app's origin, because its policy allows no other. */
export async function addFonts(context: BrowserContext): Promise<void> {
  fetchFonts()
  const css = rules()
  await context.route('**/fonts/all.css', (route) => route.fulfill({ contentType: 'text/css', body: css }))
  await context.route('**/fonts/*/files/*', (route) => {
    const [name = '', , file = ''] = new URL(route.request().url()).pathname.split('/').slice(2)
    return route.fulfill({ contentType: 'font/woff2', path: join(folder, name, 'files', file) })
  })
  await context.addInitScript(`addEventListener('DOMContentLoaded', () =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/fonts/all.css' })))`)
}
