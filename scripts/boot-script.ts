import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { languages } from '../locales/registry.ts'

const known = JSON.stringify(languages.map((language) => [language.tag, language.direction]))
const source = readFileSync(new URL('../web/boot.js', import.meta.url), 'utf8')
  .replace(/^\/\/.*\n/gm, '')
  .replace('LANGUAGES', known)
const fileName = `assets/boot-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`

/** Puts web/boot.js first on the page, with the languages there are. */
export const bootScript = (): Plugin => ({
  name: 'boot-script',
  configureServer: (server) => {
    server.middlewares.use(`/${fileName}`, (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript').end(source)
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName, source })
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
})
