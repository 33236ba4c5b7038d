import { type CatalogueText, catalogueLines, readCatalogue } from '#kit/catalogue.server.ts'

/** A text as it stands between its marks. */
const between = (text: string): string => JSON.stringify(text).slice(1, -1)

type English = readonly CatalogueText[]

/** Writes the English text of today above the translations that are asked for. */
function rewrite(source: string, english: English, isAsked: (id: string, above: string) => boolean): string {
  const texts = new Map(english.map(({ id, text }) => [id, text]))
  return source.replace(catalogueLines, (whole: string, above: string, id: string) => {
    const text = texts.get(id)
    if (text === undefined || !isAsked(id, above)) return whole
    return `#. ${between(text)}\n${above.replace(/^#\. .*\n/gm, '')}${whole.slice(above.length)}`
  })
}

/** The catalogue of a language, where every new translation says which English text it was made from. What one says already stays. */
export const keepOrigins = (source: string, english: English): string =>
  rewrite(source, english, (_, above) => !/^#\. /m.test(above))

/** The same after somebody read these translations against today's English, and found that they hold. */
export const keepRead = (source: string, english: English, ids: ReadonlySet<string>): string =>
  rewrite(source, english, (id) => ids.has(id))

/** The catalogue of a language with what it lacks, in English and marked, each where English says it. */
export function beginTexts(source: string, english: English): string {
  const known = new Set(readCatalogue(source).map(({ id }) => id))
  /** What is missing, by the text it comes after; the head of a catalogue has the id ''. */
  const missing = new Map<string, string[]>()
  let last = ''
  for (const { id, text } of english)
    if (known.has(id)) last = id
    else {
      const said = between(text)
      const block = `#. ${said}\n#, fuzzy\nmsgid "${id}"\nmsgstr "${said}"`
      missing.set(last, [...(missing.get(last) ?? []), block])
    }
  const blocks = source.trimEnd().split('\n\n')
  const whole = blocks.flatMap((block) => [block, ...(missing.get(/^msgid "(.*)"$/m.exec(block)?.[1] ?? '') ?? [])])
  return `${whole.join('\n\n')}\n`
}
