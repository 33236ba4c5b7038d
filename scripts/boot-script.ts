import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { askedFor, languages } from '#locales/registry.ts'
import { shellOf } from '#web/shell-kinds.ts'

/** What web/boot.js knows of the app. */
export type BootFacts = {
  readonly languages: readonly (readonly [tag: string, direction: string])[]
  /** What browsers ask for, and which language that is. */
  readonly askedFor: readonly (readonly [asked: string, tag: string])[]
  /** Paths of the bottom menu. */
  readonly tabs: readonly string[]
  /** Screens that have a shell of their own, by path. */
  readonly shells: Readonly<Record<string, string>>
  /** What to fetch first: whatever comes (`all`), by shell, and by path where no shell stands; a star stands for the language. */
  readonly first: Readonly<Record<string, readonly string[]>>
}

/** web/boot.js with its facts, and the name of its file, which changes with its text. */
export function bootFile(facts: Partial<BootFacts> = {}): { readonly fileName: string; readonly source: string } {
  const known = languages.map((language) => [language.tag, language.direction])
  const source = readFileSync(new URL('../web/boot.js', import.meta.url), 'utf8')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/\bBOOT\b/, () =>
      JSON.stringify({ languages: known, askedFor, tabs: [], shells: shellOf, first: {}, ...facts }),
    )
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return { fileName: `assets/boot-${hash}.js`, source }
}

/** Puts web/boot.js first on the page. The build writes it into the page, where it knows the files it made (scripts/page.ts). */
export const bootScript = (): Plugin => ({
  name: 'boot-script',
  configureServer: (server) => {
    const { fileName, source } = bootFile()
    server.middlewares.use(`/${fileName}`, (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript').end(source)
    })
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${bootFile().fileName}` }, injectTo: 'head-prepend' }],
})
