import type { Kind } from '#web/shell-kinds.ts'
import type { Shells } from './prerender.ts'

export type Said = readonly string[]

const said = /(?<=>)[^<>]*[^<>\s][^<>]*(?=<)|(?<=\s(?:aria-label|alt|title|placeholder)=")[^"]+(?=")/g
/** For example `proof.intro`. */
const isTextId = /^[a-z_]+(?:\.\w+)+$/
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

function takeApart(html: string): { readonly bare: string; readonly texts: Said } {
  const texts: string[] = []
  const bare = html.replace(said, (text) => {
    texts.push(text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity))
    return '#'
  })
  return { bare, texts }
}

/**
 * Stores each shell once with texts in every language. Sixteen copies made the page half as large again. @throws if a language's shell has
 * a different structure
 */
export function shellParts({ byLanguage, named }: Shells): {
  readonly templates: Readonly<Partial<Record<Kind, string>>>
  readonly texts: Readonly<Record<string, Readonly<Partial<Record<Kind, Said>>>>>
} {
  const forms: Partial<Record<Kind, string>> = {}
  const texts: Record<string, Partial<Record<Kind, Said>>> = {}
  for (const [tag, shells] of [...Object.entries(byLanguage), ['named', named] as const]) {
    const own: Partial<Record<Kind, Said>> = {}
    for (const [kind, html] of Object.entries(shells) as [Kind, string][]) {
      const { bare, texts: said } = takeApart(html)
      forms[kind] ??= bare
      if (forms[kind] !== bare) throw new Error(`the shell '${kind}' has another form in ${tag}`)
      own[kind] = said
    }
    texts[tag] = own
  }
  for (const [kind, names] of Object.entries(texts.named ?? {})) {
    const word = names.find((name) => !isTextId.test(name))
    if (word !== undefined) throw new Error(`the shell '${kind}' says '${word}' where the name of a text belongs`)
  }
  return { templates: forms, texts }
}
