import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { catalogueOf, textsOf } from '#kit/text/catalogue.server.ts'
import { languages } from '#locales/registry.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A module that imports catalogues in development. The build replaces it with one that fetches one file. */
const fetching = join(root, 'ui', 'text', 'text-files.ts')

/** The folder name changes with any text. */
export function textFiles(): { readonly folder: string; readonly files: ReadonlyMap<string, string> } {
  const files = new Map<string, string>()
  const hash = createHash('sha256')
  const areas = Map.groupBy(catalogueOf('en'), ({ area }) => area)
  for (const [area, texts] of areas)
    for (const { tag } of languages) {
      const said = textsOf(tag)
      const source = JSON.stringify(Object.fromEntries(texts.map(({ id }) => [id, compileMessage(said.get(id) ?? '')])))
      files.set(`${tag}/${area}.json`, source)
      hash.update(`${tag}/${area}\0${source}\0`)
    }
  return { folder: `assets/texts-${hash.digest('base64url').slice(0, 8)}`, files }
}

/** For programs where importing one catalogue would load all areas. */
export function textsByArea(): Plugin {
  const { files } = textFiles()
  Object.assign(globalThis, { textsByArea: files })
  return {
    name: 'texts-by-area',
    enforce: 'pre',
    load: (id) =>
      id === fetching
        ? "export const fetchTexts = async (area, tag) => JSON.parse(globalThis.textsByArea.get([tag, area].join('/') + '.json') ?? '{}')"
        : undefined,
  }
}

/** Text modules would enlarge the script that every visitor loads first. */
export const textsAsFiles = (): Plugin => ({
  name: 'texts-as-files',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== fetching) return undefined
    const address = `\`/${textFiles().folder}/\${tag}/\${area}.json\``
    return `export async function fetchTexts(area, tag) {
      const address = ${address}
      // Begun before the app itself was there (web/boot.js).
      const begun = await globalThis.begun?.[address]?.catch(() => undefined)
      if (begun) return begun
      const answer = await fetch(address).catch(() => undefined)
      if (answer?.ok) return answer.json()
      const payload = new Error('the texts are not there')
      // As of any part of the app that is gone (web/route-loading.ts).
      dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
      throw payload
    }`
  },
  generateBundle() {
    const { folder, files } = textFiles()
    for (const [path, source] of files) this.emitFile({ type: 'asset', fileName: `${folder}/${path}`, source })
  },
})
