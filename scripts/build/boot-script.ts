import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { askedFor, languages } from '#locales/registry.ts'
import { shellOf } from '#web/shell-kinds.ts'

export type BootFacts = {
  readonly languages: readonly (readonly [tag: string, direction: string])[]
  readonly askedFor: readonly (readonly [asked: string, tag: string])[]
  /** Tabs of the bottom menu. */
  readonly tabs: readonly string[]
  readonly shells: Readonly<Record<string, string>>
  /** Preloads: always (`all`), by shell, or by path without a shell. * stands for the language. */
  readonly first: Readonly<Record<string, readonly string[]>>
}

export function bootFile(facts: Partial<BootFacts> = {}): { readonly fileName: string; readonly source: string } {
  const known = languages.map((language) => [language.tag, language.direction])
  const source = readFileSync(new URL('../../web/boot.js', import.meta.url), 'utf8')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/\bBOOT\b/, () =>
      JSON.stringify({ languages: known, askedFor, tabs: [], shells: shellOf, first: {}, ...facts }),
    )
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return { fileName: `assets/boot-${hash}.js`, source }
}

/** The build inlines the script (scripts/build/page.ts). */
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
