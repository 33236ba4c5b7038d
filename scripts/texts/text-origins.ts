import { type CatalogueText, catalogueLines, readCatalogue } from '#kit/text/catalogue.server.ts'

const between = (text: string): string => JSON.stringify(text).slice(1, -1)

type English = readonly CatalogueText[]

function rewrite(source: string, english: English, isAsked: (id: string, above: string) => boolean): string {
  const texts = new Map(english.map(({ id, text }) => [id, text]))
  return source.replace(catalogueLines, (whole: string, above: string, id: string) => {
    const text = texts.get(id)
    if (text === undefined || !isAsked(id, above)) return whole
    return `#. ${between(text)}\n${above.replace(/^#\. .*\n/gm, '')}${whole.slice(above.length)}`
  })
}

/** Adds the English source where it is missing. */
export const keepOrigins = (source: string, english: English): string =>
  rewrite(source, english, (_, above) => !/^#\. /m.test(above))

/** Marks translations reviewed against the current English. */
export const keepRead = (source: string, english: English, ids: ReadonlySet<string>): string =>
  rewrite(source, english, (id) => ids.has(id))

/** Adds missing texts in English and marks them. */
export function beginTexts(source: string, english: English): string {
  const known = new Set(readCatalogue(source).map(({ id }) => id))
  /** Missing texts by the preceding text's ID. The header has the ID ''. */
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

/** Lists translations of an older English text: ID, old text, current text, translation. */
export function rewordedList(tag: string, source: string, english: English): string {
  const texts = new Map(english.map(({ id, text }) => [id, text]))
  return readCatalogue(source)
    .filter(({ id, madeFrom }) => madeFrom !== '' && texts.has(id) && texts.get(id) !== madeFrom)
    .map(({ id, madeFrom, text }) => `${tag} ${id}\n  was  ${madeFrom}\n  is   ${texts.get(id)}\n  says ${text}\n`)
    .join('')
}
