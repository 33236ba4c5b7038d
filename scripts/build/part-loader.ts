import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const source = new URL('../../web/load-part.js', import.meta.url)

/** Loads parts of the app with web/load-part.js. */
export const partLoader = (): Plugin => ({
  name: 'part-loader',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? readFileSync(source, 'utf8').replace(/^\s*\/\/.*\n/gm, '') : undefined,
})
