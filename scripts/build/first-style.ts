/** A statement has no body. */
type Part = { readonly head: string; readonly body?: string }

/** Splits a sheet into its top-level parts. */
function partsOf(css: string): Part[] {
  const parts: Part[] = []
  let head = ''
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at] ?? ''
    if (sign === '\\') {
      head += css.slice(at, at + 2)
      at += 1
    } else if (sign === '"' || sign === "'") {
      const end = css.indexOf(sign, at + 1)
      head += css.slice(at, end + 1)
      at = end
    } else if (sign === ';') {
      parts.push({ head })
      head = ''
    } else if (sign === '{') {
      const end = closing(css, at)
      parts.push({ head, body: css.slice(at + 1, end) })
      head = ''
      at = end
    } else head += sign
  }
  return head.trim() ? [...parts, { head }] : parts
}

function closing(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1
    else if (css[at] === '"' || css[at] === "'") at = css.indexOf(css[at] ?? '', at + 1)
    else if (css[at] === '{') depth += 1
    else if (css[at] === '}' && --depth === 0) return at
  }
  throw new Error('a block of the style does not end')
}

/** Class names, unescaped. */
const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'))

const elementsIn = (selector: string): string[] =>
  [...selector.replace(/\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '').matchAll(/(?:^|[\s>+~])([a-z][a-z\d]*)/g)].map(
    ([, name = '']) => name,
  )

/** Ignores commas in brackets or names. */
const selectorsOf = (list: string): string[] =>
  list.match(/(?:\\.|\((?:\\.|[^()]|\([^()]*\))*\)|\[[^\]]*\]|[^,])+/g) ?? []

/** Keeps the layer order of the full sheet, which loads later. @param css minified by the build */
export function styleFor(css: string, html: string): string {
  const present = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
  const elements = new Set(['html', 'body', ...[...html.matchAll(/<([a-z][a-z\d]*)/g)].map(([, name = '']) => name)])
  const meets = (selector: string) =>
    !selector.includes('::') &&
    classesIn(selector).every((name) => present.has(name)) &&
    elementsIn(selector).every((name) => elements.has(name))
  const isRule = ({ head }: Part) => !head.startsWith('@')
  const draw = (parts: readonly Part[]): string =>
    parts
      .map(({ head, body }) => {
        if (body === undefined) return `${head};`
        if (/^@(?:layer|media|supports|container)/.test(head)) {
          const inner = draw(partsOf(body))
          return inner || head.startsWith('@layer') ? `${head}{${inner}}` : ''
        }
        if (head.startsWith('@')) return `${head}{${body}}`
        const own = selectorsOf(head).filter(meets)
        if (own.length === 0) return ''
        return `${own.join(',')}{${hasRules(body) ? draw(partsOf(body)) : body}}`
      })
      .join('')
  const hasRules = (body: string) =>
    partsOf(body).some((part) => part.body !== undefined && (isRule(part) || part.head.startsWith('@')))
  const whole = draw(partsOf(css.replace(/\/\*[\s\S]*?\*\//g, '')))
  const isNamed = (name: string) => whole.split(name).length > 2
  // Removes animations and property types of absent elements.
  return whole
    .replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) => (isNamed(name) ? rule : ''))
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) =>
      new RegExp(`(?<!@property )${name}(?![\\w-])`).test(whole) ? rule : '',
    )
}
