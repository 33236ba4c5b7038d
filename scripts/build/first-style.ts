import postcss, { type AtRule, type Rule } from 'postcss'

/** Class names, unescaped. */
const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'))

const elementsIn = (selector: string): string[] =>
  [...selector.replace(/\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '').matchAll(/(?:^|[\s>+~])([a-z][a-z\d]*)/g)].map(
    ([, name = '']) => name,
  )

const isStep = ({ parent }: Rule): boolean => parent?.type === 'atrule' && (parent as AtRule).name === 'keyframes'

/** Keeps the layer order of the full sheet, which loads later. @param css minified by the build */
export function styleFor(css: string, html: string): string {
  const present = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
  const elements = new Set(['html', 'body', ...[...html.matchAll(/<([a-z][a-z\d]*)/g)].map(([, name = '']) => name)])
  const meets = (selector: string) =>
    !selector.includes('::') &&
    classesIn(selector).every((name) => present.has(name)) &&
    elementsIn(selector).every((name) => elements.has(name))
  const sheet = postcss.parse(css)
  sheet.walkComments((comment) => {
    comment.remove()
  })
  sheet.walkRules((rule) => {
    if (isStep(rule)) return
    const own = rule.selectors.filter(meets)
    if (own.length === 0) rule.remove()
    else rule.selectors = own
  })
  const whole = sheet.toString()
  const read = new Set([...`${whole}${html}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  sheet.walkDecls(/^--/, (declaration) => {
    if (!read.has(declaration.prop)) declaration.remove()
  })
  const isUnused = ({ name, params }: AtRule): boolean =>
    (name === 'property' && !read.has(params)) ||
    (name === 'keyframes' && !new RegExp(`(?<!@keyframes )(?<![\\w-])${params}(?![\\w-])`).test(whole))
  const isEmpty = (rule: AtRule): boolean =>
    rule.name !== 'layer' && rule.nodes?.every((node) => node.type === 'atrule' && isEmpty(node)) === true
  sheet.walkAtRules((rule) => {
    if (isEmpty(rule) || isUnused(rule)) rule.remove()
  })
  return sheet.toString()
}
